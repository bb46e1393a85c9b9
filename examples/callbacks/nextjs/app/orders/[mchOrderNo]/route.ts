import { shop } from '../../../shop.ts';

export async function GET(
  _request: Request,
  { params }: { readonly params: Promise<{ readonly mchOrderNo: string }> },
): Promise<Response> {
  const { mchOrderNo } = await params;
  return Response.json({ payments: shop.paymentsOf(mchOrderNo) });
}
