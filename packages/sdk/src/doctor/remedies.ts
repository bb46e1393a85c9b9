/** One or two lines of correct code in each language. Replace `params`, `text` and `key` with your own variables. */
export interface Remedy {
  readonly php: string;
  readonly python: string;
  readonly java: string;
  readonly go: string;
  /** Code in JavaScript for Node. */
  readonly node: string;
  /** Code for a POSIX shell. */
  readonly shell: string;
}

export const remedies = {
  dropEmpty: {
    php: "$params = array_filter($params, fn ($value) => $value !== null && $value !== '');",
    python: 'params = {k: v for k, v in params.items() if v is not None and v != ""}',
    java: 'params.values().removeIf(value -> value == null || value.isEmpty());',
    go: 'maps.DeleteFunc(params, func(_, value string) bool { return value == "" })',
    node: "const given = Object.entries(params).filter(([, value]) => value !== '' && value != null);",
    shell: 'pairs=$(printf \'%s\\n\' "$pairs" | grep -v "=$")',
  },
  signWhatIsSent: {
    php: "$body = $params; unset($params['sign']); $body['sign'] = sign($params, $key); // one array for both",
    python: 'body = {**params, "sign": sign(params, key)}  # one dict for both',
    java: 'params.remove("sign"); String sign = sign(params, key); params.put("sign", sign); // one map for both',
    go: 'delete(params, "sign"); params["sign"] = sign(params, key) // one map for both',
    node: 'const { sign: _, ...params } = request; const body = { ...params, sign: signOf(params, key) };',
    shell:
      'text=\'amount=500.00&mchId=DEMO1001&mchOrderNo=ORDER-1\'; curl -d "$text&sign=$sign" "$url" # the same pairs',
  },
  verifyFields: {
    php: "$given = $params['sign']; unset($params['sign']); $ok = hash_equals(sign($params, $key), strtoupper($given)); // all other fields",
    python:
      'given = params.pop("sign"); ok = hmac.compare_digest(sign(params, key), given.upper())  # all other fields',
    java: 'String given = params.remove("sign"); boolean ok = sign(params, key).equalsIgnoreCase(given); // all other fields',
    go: 'given := params["sign"]; delete(params, "sign"); ok := strings.EqualFold(sign(params, key), given) // all other fields',
    node: 'const { sign: given, ...params } = body; const ok = signOf(params, key) === given.toUpperCase(); // all other fields',
    shell: 'pairs=$(printf \'%s\\n\' "$pairs" | grep -v "^sign=") # all other fields',
  },
  rawValues: {
    php: '$text .= "$name=$value&"; // no urlencode, no http_build_query, no htmlspecialchars',
    python: 'text = "&".join(f"{k}={v}" for k, v in sorted(params.items()))  # no quote, no urlencode',
    java: 'text.append(name).append("=").append(value); // no URLEncoder.encode',
    go: 'pairs = append(pairs, name+"="+value) // no url.QueryEscape, no url.Values.Encode',
    node: "pairs.map(([name, value]) => name + '=' + value).join('&'); // no encodeURIComponent, no URLSearchParams",
    shell: 'text="extra=$extra&mchId=$mchId" # plain; curl --data-urlencode "extra=$extra" encodes it later',
  },
  encodeToSend: {
    php: "$body = http_build_query($params); // encodes '+' as %2B; sign $params, not $body",
    python: 'requests.post(url, data=params)  # encodes once; or json=params',
    java: 'body = URLEncoder.encode(value, StandardCharsets.UTF_8); // once for a form, never for JSON',
    go: 'values := url.Values{}; values.Set(name, value); body := values.Encode() // once, for a form',
    node: 'const body = new URLSearchParams(params).toString(); // once for a form, never for JSON',
    shell: 'curl --data-urlencode "extra=$extra" --data-urlencode "sign=$sign" "$url"',
  },
  amountText: {
    php: "$params['amount'] = number_format($amount, 2, '.', ''); // a string, for signing and sending",
    python: 'params["amount"] = f"{Decimal(amount):.2f}"  # a str, for signing and sending',
    java: 'params.put("amount", amount.setScale(2).toPlainString()); // a String, for signing and sending',
    go: 'params["amount"] = fmt.Sprintf("%d.%02d", paise/100, paise%100) // a string, for both',
    node: "const amount = (paise / 100).toFixed(2); // a string, for signing and sending: '500.00'",
    shell: 'amount=$(printf \'%.2f\' "$amount")',
  },
  booleanText: {
    php: "$text = is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;",
    python: 'text = str(value).lower() if isinstance(value, bool) else str(value)',
    java: 'String text = String.valueOf(value); // true is "true"',
    go: 'text := strconv.FormatBool(value)',
    node: "const text = String(value); // 'true'",
    shell: 'test=true',
  },
  textAsSent: {
    php: '$value = $params[$name]; // exactly as sent, without trim, strtolower, strip_tags or json_encode',
    python: 'value = params[name]  # exactly as sent, without strip, lower or json.dumps',
    java: 'String value = params.get(name); // exactly as sent, without trim, toLowerCase or writeValueAsString',
    go: 'value := params[name] // exactly as sent, without strings.TrimSpace, strings.ToLower or json.Marshal',
    node: 'const value = params[name]; // exactly as sent, without trim, toLowerCase or JSON.stringify',
    shell: 'IFS= read -r extra # keeps white space and backslashes',
  },
  namesAsSent: {
    php: 'foreach ($body as $name => $value) { $text .= "$name=$value&"; } // the names of the body itself',
    python: 'for name, value in sorted(body.items()): ...  # the names of the body itself',
    java: 'for (var entry : new TreeMap<>(body).entrySet()) { /* the names of the body itself */ }',
    go: 'for name := range body { names = append(names, name) } // the names of the body itself',
    node: 'Object.keys(body).sort() // the names of the body itself',
    shell: 'text="mchId=$mchId&mchOrderNo=$mchOrderNo" # exactly the names in the body',
  },
  sortBytes: {
    php: 'ksort($params, SORT_STRING); // not SORT_FLAG_CASE, not SORT_NATURAL, not asort',
    python: 'for name in sorted(params): ...  # by name, without key=str.lower',
    java: 'new TreeMap<>(params) // not CASE_INSENSITIVE_ORDER, not a Collator',
    go: 'sort.Strings(names)',
    node: 'Object.keys(params).sort() // not localeCompare, not toLowerCase',
    shell: 'printf \'%s\\n\' "$pairs" | LC_ALL=C sort -t= -k1,1',
  },
  joinPairs: {
    php: '$text = implode(\'&\', array_map(fn ($name) => "$name=$params[$name]", array_keys($params))) . "&key=$key";',
    python: 'text = "&".join(f"{k}={v}" for k, v in sorted(params.items())) + "&key=" + key',
    java: 'String text = pairs.stream().collect(Collectors.joining("&")) + "&key=" + key;',
    go: 'text := strings.Join(pairs, "&") + "&key=" + key',
    node: "const text = pairs.map(([name, value]) => name + '=' + value).join('&') + '&key=' + key;",
    shell: 'text="$(printf \'%s\\n\' "$pairs" | paste -sd \'&\' -)&key=$key"',
  },
  rightKey: {
    php: '$key = $isPayin ? $mchKey : $mchSecret; // API Key for payin, API Secret for payout, balance and v1',
    python:
      'key = mch_key if is_payin else mch_secret  # API Key for payin, API Secret for payout, balance and v1',
    java: 'String key = isPayin ? mchKey : mchSecret; // API Key for payin, API Secret for payout, balance and v1',
    go: 'key := mchSecret; if isPayin { key = mchKey } // API Key for payin, API Secret for payout, balance and v1',
    node: 'const key = isPayin ? mchKey : mchSecret; // API Key for payin, API Secret for payout, balance and v1',
    shell: 'key=$MCH_KEY # for payin; use key=$MCH_SECRET for payout, balance and v1',
  },
  cleanKey: {
    php: '$key = trim(getenv(\'INRGATE_MCH_KEY\'), " \\t\\r\\n\\"\'\\u{FEFF}"); // as the merchant dashboard shows it, not hashed or encoded',
    python:
      'key = os.environ["INRGATE_MCH_KEY"].strip()  # as the merchant dashboard shows it, not hashed or encoded',
    java: 'String key = System.getenv("INRGATE_MCH_KEY").strip(); // as the merchant dashboard shows it, not hashed or encoded',
    go: 'key := strings.TrimSpace(os.Getenv("INRGATE_MCH_KEY")) // as the merchant dashboard shows it, not hashed or encoded',
    node: 'const key = process.env.INRGATE_MCH_KEY.trim(); // as the merchant dashboard shows it, not hashed or encoded',
    shell: "key=$(tr -d '\\r\\n' < key.txt) # a file without quotes and byte order mark",
  },
  md5: {
    php: '$sign = strtoupper(md5($text)); // once, no hash_hmac',
    python: 'sign = hashlib.md5(text.encode("utf-8")).hexdigest().upper()  # once, no hmac',
    java: 'byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8)); String sign = HexFormat.of().withUpperCase().formatHex(digest);',
    go: 'sign := fmt.Sprintf("%X", md5.Sum([]byte(text))) // [16]byte: two digits for each byte',
    node: "const sign = createHash('md5').update(text, 'utf8').digest('hex').toUpperCase(); // no createHmac",
    shell: 'sign=$(printf \'%s\' "$text" | openssl md5 -r | cut -c1-32 | tr a-f A-F)',
  },
  utf8: {
    php: "$text = mb_convert_encoding($text, 'UTF-8', $from); // from UTF-16LE, ISO-8859-1, GBK or whatever your strings use",
    python: 'hashlib.md5(text.encode("utf-8"))',
    java: 'text.getBytes(StandardCharsets.UTF_8) // not getBytes() without a charset',
    go: 'md5.Sum([]byte(text)) // Go strings are UTF-8 unless they were converted',
    node: "createHash('md5').update(text, 'utf8') // not 'latin1', not 'binary'",
    shell: 'printf \'%s\' "$text" | iconv -f "$from" -t UTF-8 | md5sum',
  },
  plainText: {
    php: '$text = html_entity_decode($text); // better: build it in code and log it as text/plain',
    python: 'text = html.unescape(text)  # better: build it in code, never from a page',
    java: 'String text = String.join("&", pairs) + "&key=" + key; // no StringEscapeUtils, not copied from a page',
    go: 'text := strings.Join(pairs, "&") // no html.EscapeString, not copied from a page',
    node: "const text = pairs.join('&') + '&key=' + key; // not copied from a page",
    shell: 'printf \'%s\' "$text" # in single quotes, not copied from a page that shows &notify as an entity',
  },
  exactText: {
    php: '$sign = strtoupper(md5($text)); // no "\\n" at the end, no quotes, no urlencode around it',
    python: 'hashlib.md5(text.encode("utf-8"))  # no "\\n" at the end, no json.dumps around it',
    java: 'digest(text.getBytes(StandardCharsets.UTF_8)) // no System.lineSeparator() at the end',
    go: 'md5.Sum([]byte(text)) // not of fmt.Sprintln(text)',
    node: "createHash('md5').update(text, 'utf8') // no '\\n' at the end, no JSON.stringify around it",
    shell: 'printf \'%s\' "$text" | md5sum # echo adds a line break',
  },
  alternative: {
    php: '$sign = md5($merchant_id . $amount . $merchant_order_no . $key . $callback_url); // with the snake_case names',
    python:
      'hashlib.md5((merchant_id + amount + merchant_order_no + key + callback_url).encode()).hexdigest()',
    java: 'String text = merchantId + amount + merchantOrderNo + key + callbackUrl; // with the snake_case names',
    go: 'text := merchantID + amount + merchantOrderNo + key + callbackURL // with the snake_case names',
    node: "const text = merchant_id + amount + merchant_order_no + key + (callback_url ?? '');",
    shell: 'printf \'%s\' "$merchant_id$amount$merchant_order_no$key$callback_url" | md5sum',
  },
  rawBody: {
    php: "$raw = file_get_contents('php://input'); // verify this before your code rewrites it",
    python: 'raw = request.get_data()  # verify this; json.loads(raw, parse_float=str) keeps the digits',
    java: 'byte[] raw = request.getInputStream().readAllBytes(); // parse numbers as BigDecimal or String, not double',
    go: 'raw, err := io.ReadAll(r.Body) // decoder.UseNumber() keeps the digits',
    node: "app.post('/callbacks', express.raw({ type: '*/*' }), handler); // verify req.body as it arrived",
    shell: 'cat > callback.txt # the body, byte for byte',
  },
} as const satisfies Record<string, Remedy>;

export type RemedyName = keyof typeof remedies;
