import type { Order } from '../../../src/shop.ts';
import { shop } from '../../shop.ts';

export async function POST(request: Request): Promise<Response> {
  shop.take((await request.json()) as Order);
  return Response.json({}, { status: 201 });
}
