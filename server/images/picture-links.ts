import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Dependencies } from '#server/dependencies.ts';
import { derivedKey, type Secrets, secretsOf } from '#server/keys/secrets.ts';

/** What a link to a picture that is not public carries: until when (in seconds), and our signature. */
export type PictureProof = { e?: string | undefined; s?: string | undefined };

const hourSeconds = 60 * 60;
/** Links end at a full hour, so that a picture keeps its address for an hour in the browser's cache. */
const shortestHours = 2;

const signatureOf = (secret: string, id: string, until: string) =>
  createHmac('sha256', derivedKey(secret, 'tasuki links to pictures'))
    .update(`${id} ${until}`)
    .digest();

/**
 * Links by which a picture is seen by those whose it is while nobody else may see it: `<img>` brings no
 * token. They stand in answers to its owner and to operators alone, and end within three hours.
 */
export const pictureLinks = (dependencies: Secrets & Pick<Dependencies, 'clock'>) => {
  const { clock, secret } = dependencies;
  const nowSeconds = () => clock().getTime() / 1000;

  /** A picture's path with the proof; '' where there is no picture. */
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

    /** A pledge for its author or an operator. */
    ofPledge: <P extends { author: { image: string }; items: { image: string }[] }>(
      pledge: P,
    ): P => ({
      ...pledge,
      author: { ...pledge.author, image: signed(pledge.author.image) },
      items: pledge.items.map((item) => ({ ...item, image: signed(item.image) })),
    }),

    /** A profile for the person whose it is. */
    ofProfile: <P extends { image: string; bannerImage: string }>(profile: P): P => ({
      ...profile,
      image: signed(profile.image),
      bannerImage: signed(profile.bannerImage),
    }),

    /** Whether a link of ours to this picture still holds. */
    holds(id: string, { e = '', s = '' }: PictureProof): boolean {
      if (!/^\d{1,12}$/.test(e) || Number(e) <= nowSeconds()) return false;
      const given = Buffer.from(s, 'base64url');
      return secretsOf(dependencies).some((one) => {
        const own = signatureOf(one, id, e);
        return given.length === own.length && timingSafeEqual(given, own);
      });
    },
  };
};
