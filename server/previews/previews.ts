import type { Associate } from '#domain/associates/associate.ts';
import { coverOf } from '#domain/associates/woven-cover.ts';
import { socialChallengeIds } from '#domain/challenges/social-challenge.ts';
import type { Pledge } from '#domain/pledges/pledge.ts';
import type { ImageFile } from '#server/images/images.ts';
import { type Cloth, drawPreview } from './draw-preview.ts';

/** Of a campaign, what its picture is drawn of. */
type CampaignCloth = {
  campaign: { image: { image: string } | null };
  associates: Pick<Associate, 'socialChallenges'>[];
};

type PreviewDependencies = {
  associates: { directory(): Promise<{ byId: ReadonlyMap<string, Associate> }> };
  campaigns: { find(year: number, token: string): Promise<CampaignCloth | undefined> };
  pledges: { find(id: string): Promise<Pledge | undefined> };
  images: { read(id: string, width?: number): Promise<ImageFile | undefined> };
};

/** Drawn pictures in memory, of some 50 kB each. */
const maxCached = 200;

/** The pictures of link previews: PNG, 1200 × 630 px. */
export const previews = ({ associates, campaigns, pledges, images }: PreviewDependencies) => {
  const cached = new Map<string, Promise<Buffer>>();

  /** One drawing at a time for a key; the least recently used picture is evicted first. */
  function drawnOnce(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const known = cached.get(key);
    cached.delete(key);
    const picture = known ?? draw();
    cached.set(key, picture);
    if (!known) {
      picture.catch(() => cached.delete(key));
      for (const oldest of cached.keys()) {
        if (cached.size <= maxCached) break;
        cached.delete(oldest);
      }
    }
    return picture;
  }

  async function clothOf(associateId: string): Promise<Cloth | undefined> {
    const associate = (await associates.directory()).byId.get(associateId);
    return (
      associate && { id: associate.id, challengeId: associate.socialChallenges[0] ?? 'others' }
    );
  }

  /** Organisations share covers, so they share pictures. */
  function ofCloth(cloth: Cloth): Promise<Buffer> {
    const { pattern, tint, motif } = coverOf(cloth);
    return drawnOnce(`${pattern} ${tint} ${motif} ${cloth.challengeId}`, () => drawPreview(cloth));
  }

  /** With a picture of its own on the cover, as long as its file can be read. */
  async function withPhotograph(id: string, cloth: Cloth, image: string): Promise<Buffer> {
    const photograph = await images.read(image.replace('/images/', ''));
    if (!photograph) return ofCloth(cloth);
    const key = `${id} ${image} ${cloth.challengeId}`;
    return drawnOnce(key, () => drawPreview(cloth, photograph.bytes));
  }

  return {
    /** Of a listed organisation, with its own picture if it has one; undefined for any other id. */
    async ofAssociate(id: string): Promise<Buffer | undefined> {
      const cloth = await clothOf(id);
      if (!cloth) return undefined;
      const own = (await associates.directory()).byId.get(id)?.coverImage;
      return own ? withPhotograph(id, cloth, own.image) : ofCloth(cloth);
    },

    /** Of a campaign that is shown, with its own picture if it has one; undefined for any other. */
    async ofCampaign(year: number, token: string): Promise<Buffer | undefined> {
      const found = await campaigns.find(year, token);
      if (!found) return undefined;
      const id = `${year}:${token}`;
      const challengeId = found.associates[0]?.socialChallenges[0] ?? 'others';
      const { image } = found.campaign;
      return image
        ? withPhotograph(id, { id, challengeId }, image.image)
        : ofCloth({ id, challengeId });
    },

    /** Of a public pledge: its first picture, or its organisation's without one. */
    async ofPledge(id: string): Promise<Buffer | undefined> {
      const pledge = await pledges.find(id);
      if (!pledge) return undefined;
      const { associateId, socialChallengeId } = pledge.donation;
      const challengeId = socialChallengeIds.find((known) => known === socialChallengeId);
      const cloth = (await clothOf(associateId)) ?? {
        id: associateId || socialChallengeId,
        challengeId: challengeId ?? 'others',
      };
      const [item] = pledge.items;
      return item ? withPhotograph(id, cloth, item.image) : ofCloth(cloth);
    },
  };
};
