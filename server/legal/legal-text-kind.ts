import type { LegalKey, LegalText } from '#domain/legal/legal-text.ts';
import { LegalText as Schema } from '#domain/legal/legal-text-schema.ts';
import type { VersionedKind } from '#server/versions/versions.ts';
import { deliveredCommerce } from './delivered-texts/commerce.ts';
import { deliveredPrivacy } from './delivered-texts/privacy.ts';
import { deliveredTerms } from './delivered-texts/terms.ts';

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
