# Parses a JSON body, or with -v form=1 a form. Prints the fields of -v want='NAME NAME', with the character 037 between
# them, and rejects a line break in them. With -v fields=NAME|NAME, rejects ambiguous values, and prints the signed string
# except the key on the next line. Numbers and booleans stay as written, because the signature covers 500.00 and true. A
# nested value has a name such as data.pay_url. -v flat=1 rejects nested values. Exits with 1 if the body cannot be
# parsed. Run it with LC_ALL=C, because it works on bytes.
BEGIN {
  while ((getline line) > 0) body = body (lines++ ? "\n" : "") line
  at = 1
  if (form) read_form()
  else { value("", 0); space(); if (at <= length(body)) wrong() }
  print_wanted()
  if (fields != "") print_signed()
  exit 0
}

function wrong() { print "the body cannot be read" > "/dev/stderr"; exit 1 }

# The signed string has no escaping, so a & in a value can look like the next field. Free texts and URLs may contain a
# &.
function is_ambiguous(name, text) {
  if (name ~ /[&=]/ || text ~ "&(" fields ")=") return 1
  return text ~ /&/ && name !~ /^(extra|message|note|accountName|bankCode)$/ && text !~ /^[Hh][Tt][Tt][Pp][Ss]?:\/\//
}

function keep(name, text) { if (name in field) wrong(); field[name] = text; names[++count] = name }

function print_wanted(    wanted, n, i, out) {
  n = split(want, wanted, " ")
  for (i = 1; i <= n; i++) {
    if (field[wanted[i]] ~ /[\n\037]/) wrong()
    out = out (i > 1 ? "\037" : "") field[wanted[i]]
  }
  print out
}

# Prints the fields sorted by name in byte order, without sign and empty values.
function print_signed(    i, j, name, text) {
  for (i = 2; i <= count; i++) {
    name = names[i]
    for (j = i - 1; j > 0 && names[j] "" > name ""; j--) names[j + 1] = names[j]
    names[j + 1] = name
  }
  for (i = 1; i <= count; i++) {
    name = names[i]
    if (is_ambiguous(name, field[name])) {
      print "the signature fits other fields too" > "/dev/stderr"
      exit 1
    }
    if (name != "sign" && field[name] != "") text = text (text == "" ? "" : "&") name "=" field[name]
  }
  printf "%s", text
}

function read_form(    pairs, i, n, cut) {
  n = split(body, pairs, "&")
  for (i = 1; i <= n; i++) {
    cut = index(pairs[i] "=", "=")
    keep(unescaped(substr(pairs[i], 1, cut - 1)), unescaped(substr(pairs[i], cut + 1)))
  }
}

function unescaped(text,    out, cut) {
  gsub(/\+/, " ", text)
  while ((cut = index(text, "%")) > 0) {
    if (substr(text, cut + 1, 2) !~ /^[0-9A-Fa-f][0-9A-Fa-f]$/) wrong()
    out = out substr(text, 1, cut - 1) sprintf("%c", hex(substr(text, cut + 1, 2)))
    text = substr(text, cut + 3)
  }
  return out text
}

function hex(digits,    i, number) {
  for (i = 1; i <= length(digits); i++) number = number * 16 + index("0123456789abcdef", tolower(substr(digits, i, 1))) - 1
  return number
}

function space() { while (substr(body, at, 1) ~ /^[ \t\r\n]$/) at++ }

function take(sign) { if (substr(body, at, 1) != sign) wrong(); at++ }

function is_next(sign) { space(); if (substr(body, at, 1) != sign) return 0; at++; return 1 }

function value(name, depth,    sign, text) {
  space()
  sign = substr(body, at, 1)
  if (sign == "{") { if (flat && depth > 0) wrong(); object(name, depth); return }
  if (depth == 0) wrong()
  if (sign == "[") { if (flat) wrong(); array(depth); return }
  if (sign == "\"") { keep(name, string()); return }
  match(substr(body, at), /^(true|false|null|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)/)
  if (RLENGTH < 1) wrong()
  text = substr(body, at, RLENGTH)
  at += RLENGTH
  keep(name, text == "null" ? "" : text)
}

function object(prefix, depth,    name) {
  take("{")
  if (is_next("}")) return
  do {
    space()
    name = (prefix == "" ? "" : prefix ".") string()
    space()
    take(":")
    value(name, depth + 1)
  } while (is_next(","))
  take("}")
}

# Skips an array, because no response that these programs read contains one.
function array(depth) {
  take("[")
  if (is_next("]")) return
  do value("[" at, depth + 1); while (is_next(","))
  take("]")
}

function string(    out, sign) {
  take("\"")
  while ((sign = substr(body, at, 1)) != "\"") {
    if (sign == "" || sign < " ") wrong()
    at++
    if (sign == "\\") sign = escaped()
    out = out sign
  }
  at++
  return out
}

function escaped(    sign, unit) {
  sign = substr(body, at++, 1)
  if (sign == "n") return "\n"
  if (sign == "t") return "\t"
  if (sign == "r") return "\r"
  if (sign == "b") return "\b"
  if (sign == "f") return "\f"
  if (sign != "u") { if (index("\"\\/", sign) == 0) wrong(); return sign }
  unit = four()
  if (unit < 55296 || unit > 57343) return utf8(unit)
  # Both halves of a surrogate pair.
  if (unit > 56319 || substr(body, at, 2) != "\\u") wrong()
  at += 2
  return utf8(65536 + (unit - 55296) * 1024 + four() - 56320)
}

function four(    digits) {
  digits = substr(body, at, 4)
  if (digits !~ /^[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]$/) wrong()
  at += 4
  return hex(digits)
}

function utf8(code) {
  if (code < 128) return sprintf("%c", code)
  if (code < 2048) return sprintf("%c%c", 192 + int(code / 64), 128 + code % 64)
  if (code < 65536) return sprintf("%c%c%c", 224 + int(code / 4096), 128 + int(code / 64) % 64, 128 + code % 64)
  return sprintf("%c%c%c%c", 240 + int(code / 262144), 128 + int(code / 4096) % 64, 128 + int(code / 64) % 64, 128 + code % 64)
}
