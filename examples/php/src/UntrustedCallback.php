<?php

declare(strict_types=1);

namespace Shop;

/** A callback that must not be acted upon. */
final class UntrustedCallback extends \RuntimeException
{
}
