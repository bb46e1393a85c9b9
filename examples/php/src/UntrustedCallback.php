<?php

declare(strict_types=1);

namespace Shop;

/** An unverified callback, which must have no effect. */
final class UntrustedCallback extends \RuntimeException
{
}
