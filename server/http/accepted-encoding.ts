/** A weight (RFC 9110, 12.4.2). */
const weightForm = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** What an Accept-Encoding header says of each encoding, from 0 (not at all) to 1. */
function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    // A weight that is none asks for nothing that we would have to send.
    weights.set(name, weight === undefined ? 1 : weightForm.test(weight) ? Number(weight) : 0);
  }
  return weights;
}

/**
 * The encoding to send (RFC 9110, 12.5.3): of those that are accepted the one that is wanted most, the
 * first of several; undefined for none. What accepts none and refuses `identity`, too, gets that.
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
