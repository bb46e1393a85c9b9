import { shop } from '../../shop.ts';

export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  return Response.json(shop.credited(searchParams.get('mchOrderNo') ?? ''));
}
