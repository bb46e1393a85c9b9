/** The languages of the code in `fix`, the same as in `inrgate explain`. */
export const checkLanguages = ['php', 'python', 'java', 'go', 'node'] as const;

/** Language of the code in `fix`. */
export type CheckLanguage = (typeof checkLanguages)[number];

/**
 * Correct code for each language, one line each. The line uses the variables `body`, `key`, `sign` and `expected` of
 * the merchant's program.
 */
export const remedies = {
  parseBody: {
    php: `$fields = json_decode(preg_replace('/"(?:[^"\\\\\\\\]|\\\\\\\\.)*+"(*SKIP)(*F)|-?\\d[\\d.eE+-]*+/', '"$0"', file_get_contents('php://input')), true); // quotes numbers, so 90.50 stays 90.50`,
    python:
      'fields = json.loads(request.get_data(), parse_float=str, parse_int=str)  # a number keeps its digits (Django: request.body)',
    java: 'Map<String, String> fields = mapper.readValue(body, new TypeReference<>() {}); // Jackson copies the digits of a number',
    go: 'decoder := json.NewDecoder(r.Body); decoder.UseNumber() // a json.Number keeps its digits',
    node: "app.post('/callbacks', callbackMiddleware(options)); // before app.use(express.json()), which converts numbers",
  },
  compareSign: {
    php: 'if (!is_string($sign) || !hash_equals($expected, strtoupper($sign))) { http_response_code(401); exit; }',
    python:
      'if not isinstance(sign, str) or not hmac.compare_digest(expected.encode(), sign.upper().encode()): return "", 401',
    java: 'if (!(sign instanceof String s) || !MessageDigest.isEqual(expected.getBytes(UTF_8), s.toUpperCase(Locale.ROOT).getBytes(UTF_8))) return 401;',
    go: 'if subtle.ConstantTimeCompare([]byte(expected), []byte(strings.ToUpper(sign))) != 1 { w.WriteHeader(401); return }',
    node: 'const callback = verifyCallback(body, { contentType, mchId, mchKey, mchSecret }); // throws: respond 401',
  },
  ownMerchant: {
    php: "if ($fields['mchId'] !== $mchId) { http_response_code(401); exit; }",
    python: 'if fields["mchId"] != mch_id: return "", 401',
    java: 'if (!mchId.equals(fields.get("mchId"))) return 401;',
    go: 'if fields["mchId"] != mchID { w.WriteHeader(401); return }',
    node: "if (fields.mchId !== mchId) return new Response('', { status: 401 });",
  },
  claimOnce: {
    php: "$claimed = $db->prepare('INSERT INTO handled (number) VALUES (?) ON CONFLICT DO NOTHING'); $claimed->execute([$number]); if ($claimed->rowCount() === 1) credit();",
    python:
      'if db.execute("INSERT INTO handled (number) VALUES (?) ON CONFLICT DO NOTHING", (number,)).rowcount == 1: credit()',
    java: 'if (jdbc.update("INSERT INTO handled (number) VALUES (?) ON CONFLICT DO NOTHING", number) == 1) credit();',
    go: 'res, err := tx.Exec("INSERT INTO handled (number) VALUES ($1) ON CONFLICT DO NOTHING", number) // credit when res.RowsAffected() is 1',
    node: "const { rowCount } = await db.query('INSERT INTO handled (number) VALUES ($1) ON CONFLICT DO NOTHING', [number]); // credit when rowCount is 1",
  },
  paise: {
    php: "$paise = (int) str_replace('.', '', $amount); // '500.37' is 50037; no float, no (int) $amount",
    python: 'paise = int(amount.replace(".", ""))  # "500.37" is 50037; no float',
    java: 'long paise = new BigDecimal(amount).movePointRight(2).longValueExact(); // no double',
    go: 'paise, err := strconv.ParseInt(strings.Replace(amount, ".", "", 1), 10, 64) // no ParseFloat',
    node: "const paise = parseAmount(amount); // '500.37' is 50037n; no Number, no parseInt",
  },
  readForm: {
    php: 'parse_str($body, $fields); // decodes the form once',
    python: 'fields = dict(parse_qsl(body.decode(), keep_blank_values=True))  # decodes the form once',
    java: 'URLDecoder.decode(value, StandardCharsets.UTF_8); // once for each name and value',
    go: 'values, err := url.ParseQuery(string(body)) // decodes the form once',
    node: 'const fields = Object.fromEntries(new URLSearchParams(body.toString())); // decodes the form once',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<CheckLanguage, string>>>>;

/** Names of the lines of code that can follow a fix. */
export type RemedyName = keyof typeof remedies;

/** Explains how the shop can create the orders of the check. */
export const createOrderRemedy =
  'Let your shop create the orders. --create-order URL sends {"kind", "mchOrderNo", "amount"} to your shop, and starts no ' +
  'process for each order. --create-order-command CMD starts a command that reads INRGATE_CHECK_KIND, INRGATE_CHECK_ORDER ' +
  'and INRGATE_CHECK_AMOUNT, creates a pending order and prints its order number. In code use createOrder, on the dashboard ' +
  'Order creation URL.';

export const creating =
  'let your shop create the orders (--create-order-command, or Order creation URL on the dashboard)';

/** Returns the fix, with the line of code in the chosen language. */
export function fixIn(
  { fix, code }: { readonly fix: string; readonly code?: RemedyName | undefined },
  language: CheckLanguage | undefined,
): string {
  return language === undefined || code === undefined ? fix : `${fix} ${remedies[code][language]}`;
}
