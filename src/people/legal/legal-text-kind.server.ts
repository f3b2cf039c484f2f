import type { VersionedKind } from '#kit/versions/versions.server.ts';
import { deliveredCommerce } from './delivered-texts/commerce.server.ts';
import { deliveredPrivacy } from './delivered-texts/privacy.server.ts';
import { deliveredTerms } from './delivered-texts/terms.server.ts';
import type { LegalKey, LegalText } from './legal-text.ts';
import { LegalText as Schema } from './legal-text-schema.ts';

const delivered: Readonly<Record<string, LegalText>> = {
  terms: deliveredTerms,
  privacy: deliveredPrivacy,
  commerce: deliveredCommerce,
} satisfies Record<LegalKey, LegalText>;

export const legalTextKind: VersionedKind<LegalText> = {
  kind: 'legal-text',
  schema: Schema,
  asDelivered: (_source, key) => (Object.hasOwn(delivered, key) ? delivered[key] : undefined),
  mayHoldLater: true,
};
