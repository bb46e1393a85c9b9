import type { ShownParameter } from '@inrgate/sdk/doctor';
import { isMaskedName, type Mask, mask } from './masking.ts';

/** Creates a function that masks a parameter in the doctor's output. */
export function shownParameter(masked: Mask): (parameter: ShownParameter) => ShownParameter {
  return ({ name, text }) => ({
    name: masked(name),
    text: isMaskedName(name) && text !== '' ? mask : masked(text),
  });
}
