import { type Acceptance, defaultAcceptance } from '#domain/acceptance/acceptance.ts';
import { Acceptance as Schema } from '#domain/acceptance/acceptance-schema.ts';
import type { VersionedKind } from '#server/versions/versions.ts';

/** The only key: there is a single record. */
export const acceptanceKey = 'service';

export const acceptanceKind: VersionedKind<Acceptance> = {
  kind: 'acceptance',
  schema: Schema,
  asDelivered: (_source, key) => (key === acceptanceKey ? defaultAcceptance : undefined),
};
