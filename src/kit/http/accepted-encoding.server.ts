/** A weight (RFC 9110, 12.4.2). */
const weightForm = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Weights of an Accept-Encoding header by encoding, from 0 (refused) to 1. */
function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    // An invalid weight counts as 0.
    weights.set(name, weight === undefined ? 1 : weightForm.test(weight) ? Number(weight) : 0);
  }
  return weights;
}

/**
 * The encoding to send (RFC 9110, 12.5.3): the accepted one with the highest weight, the first of equals; undefined for
 * none. A client that accepts none and refuses `identity` as well gets identity.
 */
export function acceptedEncoding<Encoding extends string>(
  header: string | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  if (header === undefined) return undefined;
  const weights = weightsIn(header);
  let best: Encoding | undefined;
  let bestWeight = weights.get('identity') ?? 0;
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight || (weight === bestWeight && weight > 0 && best === undefined)) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}
