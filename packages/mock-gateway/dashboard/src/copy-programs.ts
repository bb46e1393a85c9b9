type Params = Readonly<Record<string, string>>;
type KeyName = 'mchKey' | 'mchSecret';

/** Environment variables with the keys. A copied program never contains a key. */
export const variable = { mchKey: 'INRGATE_MCH_KEY', mchSecret: 'INRGATE_MCH_SECRET' } as const;

export interface SignedCall {
  readonly address: string;
  readonly params: Params;
  readonly key: KeyName;
  /** Where v1's API Key is sent: in the signed query of a GET, or in the header of a POST. */
  readonly apiKey?: 'query' | 'header';
}

/** Creates a PHP script without libraries that sends the request and prints the response. */
export function phpOf({ address, params, key, apiKey }: SignedCall): string {
  const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`;
  const environment = (name: KeyName) => `getenv('${variable[name]}')`;
  const fields = Object.entries(params).map(([name, value]) => `${text(name)} => ${text(value)}`);
  const isGet = apiKey === 'query';
  const all = isGet ? [`'api_key' => ${environment('mchKey')}`, ...fields] : fields;
  const header = apiKey === 'header' ? `"\\r\\nX-Api-Key: " . ${environment('mchKey')}` : '';
  return [
    '<?php',
    `$params = [${all.join(', ')}];`,
    'ksort($params, SORT_STRING);',
    '$pairs = [];',
    'foreach ($params as $name => $value) {',
    `    if ($value !== '') $pairs[] = "$name=$value";`,
    '}',
    `$params['sign'] = strtoupper(md5(implode('&', $pairs) . '&key=' . ${environment(key)}));`,
    ...(isGet
      ? [
          `$url = ${text(`${address}?`)} . http_build_query($params);`,
          "$options = ['ignore_errors' => true];",
        ]
      : [
          `$url = ${text(address)};`,
          '$options = [',
          "    'method' => 'POST',",
          `    'header' => 'Content-Type: application/json'${header === '' ? '' : ` . ${header}`},`,
          "    'content' => json_encode($params),",
          "    'ignore_errors' => true,",
          '];',
        ]),
    "echo file_get_contents($url, false, stream_context_create(['http' => $options]));",
  ].join('\n');
}

/** Creates a Python 3 script without libraries that sends the request and prints the response. */
export function pythonOf({ address, params, key, apiKey }: SignedCall): string {
  const environment = (name: KeyName) => `os.environ["${variable[name]}"]`;
  const fields = Object.entries(params).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  const isGet = apiKey === 'query';
  const all = isGet ? [`"api_key": ${environment('mchKey')}`, ...fields] : fields;
  const header = apiKey === 'header' ? `, "X-Api-Key": ${environment('mchKey')}` : '';
  return [
    'import hashlib, json, os',
    'import urllib.error, urllib.parse, urllib.request',
    '',
    `params = {${all.join(', ')}}`,
    'text = "&".join(f"{name}={value}" for name, value in sorted(params.items()) if value != "")',
    `text += "&key=" + ${environment(key)}`,
    'params["sign"] = hashlib.md5(text.encode()).hexdigest().upper()',
    ...(isGet
      ? [`request = ${JSON.stringify(`${address}?`)} + urllib.parse.urlencode(params)`]
      : [
          `headers = {"Content-Type": "application/json"${header}}`,
          `request = urllib.request.Request(${JSON.stringify(address)}, json.dumps(params).encode(), headers)`,
        ]),
    'try:',
    '    response = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as refusal:',
    '    response = refusal',
    'print(response.read().decode())',
  ].join('\n');
}

/** Creates a Java 17 program without libraries that sends the request, as a form, and prints the response. */
export function javaOf({ address, params, key, apiKey }: SignedCall): string {
  const environment = (name: KeyName) => `System.getenv("${variable[name]}")`;
  const isGet = apiKey === 'query';
  return [
    'import java.net.URI;',
    'import java.net.URLEncoder;',
    'import java.net.http.*;',
    'import java.nio.charset.StandardCharsets;',
    'import java.security.MessageDigest;',
    'import java.util.*;',
    'import java.util.stream.Collectors;',
    '',
    'class Call {',
    '    public static void main(String[] args) throws Exception {',
    '        Map<String, String> params = new TreeMap<>();',
    ...(isGet ? [`        params.put("api_key", ${environment('mchKey')});`] : []),
    ...Object.entries(params).map(
      ([name, value]) => `        params.put(${javaText(name)}, ${javaText(value)});`,
    ),
    '        String text = params.entrySet().stream().filter(param -> !param.getValue().isEmpty())',
    '            .map(param -> param.getKey() + "=" + param.getValue()).collect(Collectors.joining("&"));',
    `        text += "&key=" + ${environment(key)};`,
    '        byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));',
    '        params.put("sign", HexFormat.of().withUpperCase().formatHex(digest));',
    '        String form = params.entrySet().stream().map(param -> param.getKey() + "="',
    '            + URLEncoder.encode(param.getValue(), StandardCharsets.UTF_8)).collect(Collectors.joining("&"));',
    ...(isGet
      ? [
          `        HttpRequest request = HttpRequest.newBuilder(URI.create(${javaText(`${address}?`)} + form)).build();`,
        ]
      : [
          `        HttpRequest request = HttpRequest.newBuilder(URI.create(${javaText(address)}))`,
          '            .header("Content-Type", "application/x-www-form-urlencoded")',
          ...(apiKey === 'header' ? [`            .header("X-Api-Key", ${environment('mchKey')})`] : []),
          '            .POST(HttpRequest.BodyPublishers.ofString(form)).build();',
        ]),
    '        HttpClient client = HttpClient.newHttpClient();',
    '        System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString()).body());',
    '    }',
    '}',
  ].join('\n');
}

/** A string literal in ASCII, because the encoding of a Java source depends on the machine. */
function javaText(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
