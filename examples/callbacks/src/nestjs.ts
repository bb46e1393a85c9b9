import 'reflect-metadata';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CallbackCredentials, createCallbackHandler } from '@inrgate/sdk/callbacks';
import {
  Body,
  Controller,
  type DynamicModule,
  Get,
  Inject,
  Module,
  Post,
  Query,
  type RawBodyRequest,
  Req,
  Res,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Order, Shop } from './shop.ts';

const CREDENTIALS = Symbol('credentials of the gateway');

@Controller('callbacks')
class CallbacksController {
  readonly #handle: (request: Request) => Promise<Response>;

  constructor(@Inject(Shop) shop: Shop, @Inject(CREDENTIALS) credentials: CallbackCredentials) {
    this.#handle = createCallbackHandler({
      ...credentials,
      onPayin: (callback) => shop.settle(callback),
      onPayout: (callback) => shop.settlePayout(callback),
    });
  }

  @Post()
  async receive(@Req() request: RawBodyRequest<IncomingMessage>, @Res() response: ServerResponse) {
    const { url = '/', headers, rawBody } = request;
    const answer = await this.#handle(
      new Request(new URL(url, 'http://localhost'), {
        method: 'POST',
        headers: { 'content-type': headers['content-type'] ?? '' },
        // Passes the raw body, because the handler cannot verify a parsed `request.body`.
        body: rawBody === undefined ? null : new Uint8Array(rawBody),
      }),
    );
    response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text());
  }
}

@Controller()
class OrdersController {
  readonly #shop: Shop;

  constructor(@Inject(Shop) shop: Shop) {
    this.#shop = shop;
  }

  @Post('orders')
  take(@Body() order: Order) {
    return this.#shop.take(order);
  }

  @Get('credited')
  credited(@Query('mchOrderNo') mchOrderNo: string) {
    return this.#shop.credited(mchOrderNo);
  }
}

@Module({ controllers: [CallbacksController, OrdersController] })
class ShopModule {
  static with(shop: Shop, credentials: CallbackCredentials): DynamicModule {
    return {
      module: ShopModule,
      providers: [
        { provide: Shop, useValue: shop },
        { provide: CREDENTIALS, useValue: credentials },
      ],
    };
  }
}

/** A shop on NestJS. With `rawBody`, Nest keeps the bytes of each request in addition to the parsed body. */
export function createApp(shop: Shop, credentials: CallbackCredentials): Promise<NestExpressApplication> {
  return NestFactory.create<NestExpressApplication>(ShopModule.with(shop, credentials), {
    rawBody: true,
    logger: ['error'],
  });
}
