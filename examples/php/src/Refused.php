<?php

declare(strict_types=1);

namespace Shop;

/** The gateway rejected the call, so no order was created. The message is the gateway's error code. */
final class Refused extends \RuntimeException
{
}
