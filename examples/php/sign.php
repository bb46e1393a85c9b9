<?php

/** Prints a signature: `php sign.php KEY mchId=DEMO1001 amount=500.00`. */

declare(strict_types=1);

use Shop\Signature;

require __DIR__ . '/src/autoload.php';

$params = [];
foreach (array_slice($argv, 2) as $param) {
    [$name, $value] = explode('=', $param, 2);
    $params[$name] = $value;
}
echo Signature::sign($params, $argv[1]), "\n";
