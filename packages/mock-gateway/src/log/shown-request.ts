import { isMaskedName, shownPart } from '@inrgate/conformance/internal';
import { type Mask, mask } from '@inrgate/sdk/internal';
import { diagnosisOf } from './diagnosis.ts';
import { maskedDiagnosis } from './explained.ts';
import { type LoggedRequest, maxValueLength, type StoredRequest } from './logged-request.ts';
import { unreadNames } from './unread-names.ts';

const maxParameters = 100;

/** Id of a request in pages and lookups. */
export function idOf(number: number): string {
  return `req_${number}`;
}

/**
 * Returns an entry with masked secrets.
 *
 * @param more id for the advice on more details, or null if the details are already shown
 */
export function shownRequest(stored: StoredRequest, masked: Mask, more: string | null): LoggedRequest {
  const { number, bytes: _, exchange: _exchange, keys, signedWith: _key, ...rest } = stored;
  const { wronglySigned, warning, ...request } = rest;
  const shown = (text: string) => shownPart(text, masked, maxValueLength);
  const parameters = stored.parameters ?? new Map<string, string>();
  const diagnosis =
    wronglySigned === null ? null : diagnosisOf({ id: more, operation: wronglySigned, parameters, keys });
  return {
    id: idOf(number),
    ...request,
    path: shown(request.path),
    mchId: request.mchId === null ? null : shown(request.mchId),
    mchOrderNo: request.mchOrderNo === null ? null : shown(request.mchOrderNo),
    parameters: Object.fromEntries(
      [...parameters]
        .slice(0, maxParameters)
        .map(([name, value]) => [shown(name), isMaskedName(name) ? mask : shown(value)]),
    ),
    diagnosis: diagnosis === null ? null : maskedDiagnosis(diagnosis, parameters, masked),
    warnings: [...unreadNames(stored.endpoint, parameters), ...(warning === null ? [] : [warning])],
  };
}
