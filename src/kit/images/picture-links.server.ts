import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { derivedKey, type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';

/** Signed part of a link to a picture that is not public: `e` is the expiry in seconds, `s` the signature. */
export type PictureProof = { e?: string | undefined; s?: string | undefined };

const hourSeconds = 60 * 60;
/** Links expire on a full hour, so that a picture keeps its URL in the browser's cache for an hour. */
const shortestHours = 2;

const signatureOf = (secret: string, id: string, until: string) =>
  createHmac('sha256', derivedKey(secret, 'tasuki links to pictures'))
    .update(`${id} ${until}`)
    .digest();

/**
 * Signed links to pictures that are not public yet, since `<img>` sends no token. They are returned only to the owner
 * and operators, and expire within three hours.
 */
export const pictureLinks = (dependencies: Secrets & Pick<Dependencies, 'clock'>) => {
  const { clock, secret } = dependencies;
  const nowSeconds = () => clock().getTime() / 1000;

  /** Signs a picture's path; '' stays ''. */
  function signed(path: string): string {
    if (path === '') return '';
    const hours = Math.ceil(nowSeconds() / hourSeconds) + shortestHours;
    const until = String(hours * hourSeconds);
    const id = path.slice(path.lastIndexOf('/') + 1);
    const signature = signatureOf(secret, id, until).toString('base64url');
    return `${path}?e=${until}&s=${signature}`;
  }

  return {
    signed,

    /** Signs a pledge's pictures, for its author or an operator. */
    ofPledge: <P extends { author: { image: string }; items: { image: string }[] }>(
      pledge: P,
    ): P => ({
      ...pledge,
      author: { ...pledge.author, image: signed(pledge.author.image) },
      items: pledge.items.map((item) => ({ ...item, image: signed(item.image) })),
    }),

    /** Signs a profile's pictures, for the person themselves. */
    ofProfile: <P extends { image: string; bannerImage: string }>(profile: P): P => ({
      ...profile,
      image: signed(profile.image),
      bannerImage: signed(profile.bannerImage),
    }),

    /** Whether the link is ours and not expired. */
    holds(id: string, { e = '', s = '' }: PictureProof): boolean {
      if (!/^\d{1,12}$/.test(e) || Number(e) <= nowSeconds()) return false;
      const givenSignature = Buffer.from(s, 'base64url');
      return secretsOf(dependencies).some((one) => {
        const own = signatureOf(one, id, e);
        return givenSignature.length === own.length && timingSafeEqual(givenSignature, own);
      });
    },
  };
};
