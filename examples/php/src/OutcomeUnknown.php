<?php

declare(strict_types=1);

namespace Shop;

/** The order may exist. Retry with the same order number, never with a new one. */
final class OutcomeUnknown extends \RuntimeException
{
}
