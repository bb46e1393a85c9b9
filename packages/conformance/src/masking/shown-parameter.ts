import type { ShownParameter } from '@inrgate/sdk/doctor';
import { isMaskedName, type Mask, mask } from './masking.ts';

/** What of a parameter stands in the texts that the doctor shows. */
export function shownParameter(masked: Mask): (parameter: ShownParameter) => ShownParameter {
  return ({ name, text }) => ({
    name: masked(name),
    text: isMaskedName(name) && text !== '' ? mask : masked(text),
  });
}
