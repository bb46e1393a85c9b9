<?php

declare(strict_types=1);

namespace Shop;

/** The gateway refused: no order came about. The message is its error code. */
final class Refused extends \RuntimeException
{
}
