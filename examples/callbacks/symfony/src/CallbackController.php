<?php

declare(strict_types=1);

namespace App;

use Shop\Receiver;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** The route is in `Kernel.php`. A firewall of the security bundle must let the path through. */
final class CallbackController
{
    public function __construct(private readonly Receiver $receiver)
    {
    }

    public function __invoke(Request $request): Response
    {
        // Pass the raw bytes, because the signature covers them. Do not use $request->request.
        [$status, $text] = $this->receiver->handle(
            $request->getContent(),
            $request->headers->get('Content-Type', ''),
        );

        return new Response($text, $status, ['Content-Type' => 'text/plain; charset=utf-8']);
    }
}
