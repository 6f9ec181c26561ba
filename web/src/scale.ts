/** Scales of charts are those of d3; here is only how many ticks of a logarithmic axis carry a label. */

import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';

export type Scale = ScaleContinuousNumeric<number, number>;

type Pair = readonly [number, number];

export const endsOf = (scale: Scale): Pair => scale.domain() as [number, number];

export const linearScale = (domain: Pair, range: Pair): Scale => scaleLinear(domain, range);

/** Both ends of the domain are above 0; values of 0 and less have no place (NaN or infinite). */
export function logScale(domain: Pair, range: Pair): Scale {
  const scale = scaleLog(domain, range);
  const ticks = scale.ticks;
  return Object.assign(scale, { ticks: (count = 10) => labelled(ticks(Math.max(1, count))) });
}

/** 1, 2, 5, ... of a power of ten. */
const leading = (tick: number): number => Number(tick.toExponential(0)[0]);

/** Of d3's ticks, which have all nine of a power of ten where there is room, the powers; with few of them 2 and 5, too. */
function labelled(ticks: readonly number[]): number[] {
  const powers = ticks.filter((tick) => leading(tick) === 1);
  return powers.length > 1 ? powers : ticks.filter((tick) => [1, 2, 5].includes(leading(tick)));
}
