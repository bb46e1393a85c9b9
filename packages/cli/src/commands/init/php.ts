/** `callbacks.php`: a callback endpoint with PHP's SQLite. */
export const php = String.raw`<?php
// Callback endpoint: PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:3000 callbacks.php, then POST /callbacks.
declare(strict_types=1);

foreach (is_file('.env') ? file('.env', FILE_IGNORE_NEW_LINES) : [] as $line) {
    [$name, $value] = explode('=', $line, 2) + [1 => null];
    if ($value !== null && $name[0] !== '#' && getenv($name) === false) {
        putenv("$name=$value");
    }
}

function setting(string $name): string
{
    return getenv($name) ?: throw new RuntimeException("$name must be set");
}

/** Signature of every non-empty field except "sign". */
function sign(array $fields, string $key): string
{
    unset($fields['sign']);
    $fields = array_filter($fields, fn (string $value) => $value !== '');
    ksort($fields, SORT_STRING);
    $text = '';
    foreach ($fields as $name => $value) {
        $text .= "$name=$value&";
    }
    return strtoupper(md5($text . "key=$key"));
}

/** Fields of a callback as strings; null when it is not genuine. */
function verified(string $body, string $contentType): ?array
{
    $fields = str_starts_with($contentType, 'application/json') ? readJson($body) : readForm($body);
    if ($fields === null) {
        return null;
    }
    // Only payouts have totalDebit.
    $key = setting(($fields['totalDebit'] ?? '') === '' ? 'INRGATE_MCH_KEY' : 'INRGATE_MCH_SECRET');
    if (!hash_equals(sign($fields, $key), strtoupper($fields['sign'] ?? ''))) {
        return null;
    }
    foreach ($fields as $name => $value) {
        // A "&" can move text from one field to another, so only free text may have one.
        $isFree = in_array($name, ['extra', 'message'], true);
        if (preg_match('/[&=]/', (string) $name) || (str_contains($value, '&') && !$isFree)) {
            return null;
        }
    }
    if (preg_match('/&[A-Za-z_]+=/', $fields['extra'] ?? '')) {
        return null;
    }
    foreach (['mchId' => 'merchant_id', 'mchOrderNo' => 'merchant_order_no'] as $name => $alias) {
        if (($fields[$alias] ?? $fields[$name] ?? null) !== ($fields[$name] ?? null)) {
            return null;
        }
    }
    return ($fields['mchId'] ?? '') === setting('INRGATE_MCH_ID') ? $fields : null;
}

function readJson(string $body): ?array
{
    // The signature covers numbers as they are written: 500.00 stays 500.00.
    $quote = fn (array $found) => $found[0][0] === '"' ? $found[0] : "\"$found[0]\"";
    $quoted = preg_replace_callback('/"(?:[^"\\\\]|\\\\.)*+"|-?\d[\d.eE+-]*+/', $quote, $body);
    $members = json_decode($quoted ?? '', true);
    if (!is_array($members) || array_filter($members, 'is_array') !== []) {
        return null;
    }
    return array_map(fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : (string) $value, $members);
}

function readForm(string $body): ?array
{
    $fields = [];
    foreach (explode('&', $body) as $pair) {
        [$name, $value] = explode('=', $pair, 2) + [1 => ''];
        if (isset($fields[urldecode($name)])) {
            return null;
        }
        $fields[urldecode($name)] = urldecode($value);
    }
    return $fields;
}

function database(): PDO
{
    $database = new PDO('sqlite:callbacks.db', options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_TIMEOUT => 5]);
    $database->exec('CREATE TABLE IF NOT EXISTS credits (mchOrderNo TEXT PRIMARY KEY, amount TEXT NOT NULL)');
    return $database;
}

/** Status and body of the response. */
function receive(string $body, string $contentType): array
{
    $fields = verified($body, $contentType);
    if ($fields === null) {
        return [401, 'not verified'];
    }
    // A test credits nothing. A payout is not credited. A failed pay-in can still be paid later.
    $isPaid = ($fields['status'] ?? '') === 'success' && !isset($fields['test']) && !isset($fields['totalDebit']);
    if ($isPaid) {
        // Respond with an error if the amount is missing, so the gateway sends the callback again.
        if (preg_match('/^\d+\.\d\d$/D', $fields['paidAmount'] ?? '') !== 1) {
            return [500, 'no paidAmount'];
        }
        // TODO: load your order, and compare its amount with paidAmount.
        database()->prepare('INSERT INTO credits VALUES (?, ?) ON CONFLICT DO NOTHING')
            ->execute([$fields['mchOrderNo'], $fields['paidAmount']]);
    }
    return [200, 'success'];
}

/** Number of credits of an order and their total, for the probe of "inrgate check webhook". */
function credited(string $mchOrderNo): string
{
    $query = database()->prepare('SELECT amount FROM credits WHERE mchOrderNo = ?');
    $query->execute([$mchOrderNo]);
    $amount = $query->fetchColumn();
    return json_encode(['count' => $amount === false ? 0 : 1, 'amount' => $amount === false ? '0.00' : $amount]);
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
// The raw bytes: a parsed body has another signature.
$body = (string) file_get_contents('php://input', length: 65537);
[$status, $text] = match (true) {
    $path === '/credited' => [200, credited($_GET['mchOrderNo'] ?? '')],
    $path !== '/callbacks' => [404, 'not found'],
    $_SERVER['REQUEST_METHOD'] !== 'POST' => [405, 'use POST'],
    strlen($body) > 65536 => [413, 'too large'],
    default => receive($body, $_SERVER['CONTENT_TYPE'] ?? ''),
};
http_response_code($status);
header('Content-Type: text/plain; charset=utf-8');
echo $text;
`;
