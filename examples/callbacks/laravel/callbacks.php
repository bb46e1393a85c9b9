<?php

/**
 * For Laravel 11 or later, with `examples/php/src` as the namespace Shop. The tests only parse this file and do not run
 * it. The SQL of `Orders` is for SQLite and PostgreSQL. With MySQL, implement `OrderStore` on your own tables.
 */

declare(strict_types=1);

use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Route;
use Shop\Orders;
use Shop\Receiver;

// Add the route to routes/api.php, which `php artisan install:api` creates. Laravel skips the CSRF check for these routes.
Route::post('/callbacks', function (Request $request) {
    $receiver = new Receiver(
        new Orders(DB::connection()->getPdo()),
        config('services.inrgate.mch_id'),
        config('services.inrgate.mch_key'),
        config('services.inrgate.mch_secret'),
    );
    // Pass the raw bytes, because the signature covers them. Do not use $request->input().
    [$status, $text] = $receiver->handle($request->getContent(), $request->header('Content-Type', ''));

    return response($text, $status)->header('Content-Type', 'text/plain; charset=utf-8');
});
