<?php

declare(strict_types=1);

namespace App;

use Shop\Orders;
use Shop\OrderStore;
use Shop\Receiver;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpKernel\Kernel as BaseKernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

/** An application whose only page is the callback endpoint. */
final class Kernel extends BaseKernel
{
    use MicroKernelTrait;

    public function getProjectDir(): string
    {
        return dirname(__DIR__);
    }

    public function getCacheDir(): string
    {
        return setting('APP_CACHE_DIR', parent::getCacheDir());
    }

    public function registerBundles(): iterable
    {
        yield new FrameworkBundle();
    }

    private function configureContainer(ContainerConfigurator $container): void
    {
        $container->extension('framework', ['secret' => '%env(APP_SECRET)%', 'php_errors' => ['log' => true]]);
        $services = $container->services();
        $services->set(OrderStore::class, Orders::class)->args(['%env(ORDERS)%']);
        $services->set(Receiver::class)->autowire()
            ->arg('$mchId', '%env(INRGATE_MCH_ID)%')
            ->arg('$mchKey', '%env(INRGATE_MCH_KEY)%')
            ->arg('$mchSecret', '%env(INRGATE_MCH_SECRET)%');
        $services->set(CallbackController::class)->autowire()->tag('controller.service_arguments');
    }

    private function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('callbacks', '/callbacks')->controller(CallbackController::class)->methods(['POST']);
    }
}
