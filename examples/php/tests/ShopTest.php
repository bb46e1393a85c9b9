<?php

declare(strict_types=1);

namespace Shop\Tests;

use PHPUnit\Framework\TestCase;
use Shop\GatewayClient;
use Shop\Orders;

require_once __DIR__ . '/../src/autoload.php';
require_once __DIR__ . '/Gateway.php';

/** Tests of the shop with PHPUnit, against a running gateway: `phpunit tests`. */
final class ShopTest extends TestCase
{
    private Gateway $gateway;
    private Orders $orders;
    private string $orderNo;
    private string $file;
    /** @var resource */
    private $endpoint;

    /** Creates a merchant for this test only, its shop, and an open order of 500.00 rupees. */
    protected function setUp(): void
    {
        $this->gateway = new Gateway();
        $port = self::freePort();
        $merchant = $this->gateway->createMerchant(['callbackUrl' => "http://127.0.0.1:{$port}/callbacks"]);
        $this->file = tempnam(sys_get_temp_dir(), 'orders');
        $this->orders = new Orders($this->file);
        $this->startEndpoint($port, [
            'INRGATE_MCH_ID' => $merchant['mchId'],
            'INRGATE_MCH_KEY' => $merchant['mchKey'],
            'INRGATE_MCH_SECRET' => $merchant['mchSecret'],
            'ORDERS' => $this->file,
        ]);
        $this->orders->take('ORDER-1', '500.00');
        $client = new GatewayClient($this->gateway->baseUrl, $merchant['mchId'], mchKey: $merchant['mchKey']);
        $this->orderNo = $client->createPayin('ORDER-1', '500.00')['orderNo'];
    }

    protected function tearDown(): void
    {
        proc_terminate($this->endpoint, 9);
        proc_close($this->endpoint);
        unlink($this->file);
    }

    public function testAPaymentIsCreditedOnce(): void
    {
        $this->gateway->pay($this->orderNo);
        self::assertTrue($this->gateway->settle());
        self::assertTrue($this->orders->isPaid('ORDER-1'));
        $this->gateway->call('POST', "/payins/{$this->orderNo}/resend", []);
        self::assertTrue($this->gateway->settle());
        self::assertTrue($this->orders->isPaid('ORDER-1'));
    }

    public function testAPaymentThatIsShortDoesNotPayTheOrder(): void
    {
        $this->gateway->pay($this->orderNo, ['paidAmount' => '400.00']);
        self::assertTrue($this->gateway->settle());
        self::assertFalse($this->orders->isPaid('ORDER-1'));
    }

    public function testAPaymentAfterHalfAnHourIsCreditedToo(): void
    {
        $this->gateway->advance('31m');
        self::assertSame('expired', $this->gateway->call('GET', "/payins/{$this->orderNo}")['status']);
        $this->gateway->pay($this->orderNo);
        self::assertTrue($this->gateway->settle());
        self::assertTrue($this->orders->isPaid('ORDER-1'));
    }

    public function testARefusedMoveFailsWithTheMessageOfTheGateway(): void
    {
        $this->expectExceptionMessage('not_found');
        $this->gateway->pay('NO-SUCH-ORDER');
    }

    private static function freePort(): int
    {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        $port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
        fclose($server);

        return $port;
    }

    /** @param array<string, string> $settings */
    private function startEndpoint(int $port, array $settings): void
    {
        $command = [PHP_BINARY, '-S', "127.0.0.1:{$port}", __DIR__ . '/../callbacks.php'];
        $pipes = [];
        $log = ['file', '/dev/null', 'w'];
        $this->endpoint = proc_open($command, [1 => $log, 2 => ['pipe', 'w']], $pipes, null, $settings + getenv());
        // PHP writes its first line when it listens.
        self::assertStringContainsString('started', (string) fgets($pipes[2]));
    }
}
