import { type Acceptance, deliveredAcceptance } from '#domain/acceptance/acceptance.ts';
import { Acceptance as Schema } from '#domain/acceptance/acceptance-schema.ts';
import type { VersionedKind } from '#server/versions/versions.ts';

/** There is one of it. */
export const acceptanceKey = 'service';

export const acceptanceKind: VersionedKind<Acceptance> = {
  kind: 'acceptance',
  schema: Schema,
  asDelivered: (_source, key) => (key === acceptanceKey ? deliveredAcceptance : undefined),
};
