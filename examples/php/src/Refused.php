<?php

declare(strict_types=1);

namespace Shop;

/** The gateway rejected the call and created no order. The message is its error code. */
final class Refused extends \RuntimeException
{
}
