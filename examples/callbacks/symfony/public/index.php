<?php

/** Run `PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:3000 public/index.php`, then POST to /callbacks. */

declare(strict_types=1);

use App\Kernel;
use Symfony\Component\HttpFoundation\Request;

// With Composer, use require 'vendor/autoload.php' instead. These lines load Debian's packages, and the example's own
// classes.
require 'Symfony/Bundle/FrameworkBundle/autoload.php';
require 'Symfony/Component/Routing/autoload.php';
require __DIR__ . '/../src/Kernel.php';
require __DIR__ . '/../src/CallbackController.php';
require __DIR__ . '/../../../php/src/autoload.php';

$kernel = new Kernel('prod', false);
$request = Request::createFromGlobals();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
