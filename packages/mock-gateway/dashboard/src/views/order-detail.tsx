import { useAnswer } from '../answer.ts';
import { segment } from '../api.ts';
import { askingFor } from '../copy.ts';
import { CopyAs } from '../parts/copy-as.tsx';
import { Status } from '../parts/status.tsx';
import type { Route } from '../route.ts';
import type { Callback, LoggedRequest, Order, OrderKind, Page } from '../types.ts';
import { Detail } from './detail.tsx';
import { Summary } from './order-summary.tsx';
import { OrderRaw } from './raw.tsx';
import { OrderSignatures } from './signature.tsx';
import { Timeline } from './timeline.tsx';

export interface OrderDetailProps {
  readonly at: Route & { readonly view: OrderKind; readonly id: string };
}

export function OrderDetail({ at }: OrderDetailProps) {
  const { view, id } = at;
  const order = useAnswer<Order>(`/${view}/${segment(id)}`);
  const callbacks = useAnswer<Page<Callback>>('/callbacks', { orderNo: id });
  const requests = useAnswer<Page<LoggedRequest>>('/requests', { orderNo: id });
  const its = { requests: requests.data?.items ?? [], callbacks: callbacks.data?.items ?? [] };
  return (
    <Detail
      at={at}
      title={id}
      answered={order}
      badge={({ status }) => <Status of={status} />}
      tools={({ mchId }) => <CopyAs recipes={askingFor({ kind: view, id, mchId }, location.origin)} />}
      tabs={{
        summary: (data) => <Summary kind={view} id={id} order={data} callbacks={its.callbacks} />,
        timeline: (data) => <Timeline order={data} {...its} />,
        raw: () => <OrderRaw {...its} />,
        signature: () => <OrderSignatures {...its} />,
      }}
    />
  );
}
