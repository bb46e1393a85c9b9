import type { Order } from '../../../src/shop.ts';
import { shop } from '../../shop.ts';

export async function POST(request: Request): Promise<Response> {
  return Response.json(shop.take((await request.json()) as Order), { status: 201 });
}
