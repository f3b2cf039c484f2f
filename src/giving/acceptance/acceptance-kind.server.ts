import type { VersionedKind } from '#kit/versions/versions.server.ts';
import { type Acceptance, defaultAcceptance } from './acceptance.ts';
import { Acceptance as Schema } from './acceptance-schema.ts';

/** The only key: there is a single record. */
export const acceptanceKey = 'service';

export const acceptanceKind: VersionedKind<Acceptance> = {
  kind: 'acceptance',
  schema: Schema,
  asDelivered: (_source, key) => (key === acceptanceKey ? defaultAcceptance : undefined),
};
