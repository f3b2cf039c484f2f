import { z } from 'zod';
import { addressOf } from '#kit/files/safe-address.server.ts';

export const oidcForm =
  'a JSON array of {"id","name","issuer","clientId","clientSecret"} and, if needed, "scopes" and "idTokenAlgorithm"';

/** An https URL, or http on this machine, as in the `iss` of the provider's tokens. */
const Issuer = z.string().refine((text) => {
  try {
    const { search, hash } = addressOf(text);
    return search === '' && hash === '';
  } catch {
    return false;
  }
}, 'must be an https:// address');

const Provider = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be small letters, digits and hyphens')
    // better-auth's id for passwords.
    .refine((id) => id !== 'credential', 'is taken'),
  name: z.string().trim().min(1).max(30),
  issuer: Issuer,
  clientId: z.string().min(1).max(500),
  clientSecret: z.string().min(1).max(1_000),
  scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/)).optional(),
  /** For a provider that signs differently from its metadata: LINE signs with the secret, HS256. */
  idTokenAlgorithm: z.enum(['RS256', 'PS256', 'ES256', 'EdDSA', 'HS256']).optional(),
});
/** An OpenID Connect provider in OIDC_PROVIDERS. */
export type OidcProvider = z.infer<typeof Provider>;

/** Reads OIDC_PROVIDERS: none for an empty text. Throws a one-line error without the values, which include secrets. */
export function parseOidcProviders(text: string): OidcProvider[] {
  if (text === '') return [];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`must be ${oidcForm}`);
  }
  const result = z.array(Provider).max(20).safeParse(json);
  if (!result.success) {
    const [{ path = [], message = '' } = {}] = result.error.issues;
    throw new Error(path.length > 0 ? `${path.join('.')}: ${message}` : `must be ${oidcForm}`);
  }
  const ids = result.data.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error('names an id twice');
  return result.data;
}

/** A linked service; one no longer offered is named by its id. */
export function linkedService(providers: readonly OidcProvider[], id: string) {
  const offered = providers.find((provider) => provider.id === id);
  return { id, name: offered?.name ?? id, isOffered: offered !== undefined };
}
