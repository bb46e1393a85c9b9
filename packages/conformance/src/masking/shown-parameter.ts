import type { ShownParameter } from '@inrgate/sdk/doctor';
import { type Mask, mask } from '@inrgate/sdk/internal';
import { isMaskedName } from './personal-data.ts';

/** Creates a function that masks a parameter in the doctor's output. */
export function shownParameter(masked: Mask): (parameter: ShownParameter) => ShownParameter {
  return ({ name, text }) => ({
    name: masked(name),
    text: isMaskedName(name) && text !== '' ? mask : masked(text),
  });
}
