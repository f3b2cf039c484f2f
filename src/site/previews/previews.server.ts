import type { Pledge } from '#giving/pledges/pledge.ts';
import type { Drawings } from '#kit/images/drawings.server.ts';
import type { ImageFile } from '#kit/images/images.server.ts';
import type { Associate } from '#organisations/associates/associate.ts';
import { coverOf } from '#organisations/associates/woven-cover.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import { type Cloth, drawPreview } from './draw-preview.server.ts';

/** Facts of a campaign that its picture is drawn from. */
type CampaignCloth = {
  campaign: { image: { image: string } | null };
  associates: Pick<Associate, 'socialChallenges'>[];
};

type PreviewDependencies = {
  associates: { directory(): Promise<{ byId: ReadonlyMap<string, Associate> }> };
  campaigns: { find(year: number, token: string): Promise<CampaignCloth | undefined> };
  pledges: { find(id: string): Promise<Pledge | undefined> };
  images: { read(id: string, width?: number): Promise<ImageFile | undefined> };
  drawings: Pick<Drawings, 'find'>;
};

/** Pictures of link previews: PNG, 1200 × 630 px. `address` is the client address of the request. */
export const previews = ({
  associates,
  campaigns,
  pledges,
  images,
  drawings,
}: PreviewDependencies) => {
  async function clothOf(associateId: string): Promise<Cloth | undefined> {
    const associate = (await associates.directory()).byId.get(associateId);
    return (
      associate && { id: associate.id, challengeId: associate.socialChallenges[0] ?? 'others' }
    );
  }

  const factsOf = (cloth: Cloth) => {
    const { pattern, tint, motif } = coverOf(cloth);
    return ['preview', `${pattern} ${tint} ${motif}`, cloth.challengeId];
  };

  /** Organisations with the same cover share pictures. */
  const ofCloth = (cloth: Cloth, address: string) =>
    drawings.find({ of: factsOf(cloth), draw: () => drawPreview(cloth), address });

  /** Cover with a photograph, or without if its file cannot be read. */
  async function withPhotograph(cloth: Cloth, image: string, address: string) {
    const imageId = image.replace('/images/', '');
    const drawn = await drawings.find({
      ...{ of: factsOf(cloth), imageId, address },
      async draw() {
        const photograph = await images.read(imageId);
        return photograph && drawPreview(cloth, photograph.bytes);
      },
    });
    return drawn ?? ofCloth(cloth, address);
  }

  return {
    /** Preview of a listed organisation, with its own picture if it has one; undefined for any other id. */
    async ofAssociate(id: string, address: string): Promise<Buffer | undefined> {
      const cloth = await clothOf(id);
      if (!cloth) return undefined;
      const own = (await associates.directory()).byId.get(id)?.coverImage;
      return own ? withPhotograph(cloth, own.image, address) : ofCloth(cloth, address);
    },

    /** Preview of a visible campaign, with its own picture if it has one; undefined for any other. */
    async ofCampaign(
      { year, token }: { year: number; token: string },
      address: string,
    ): Promise<Buffer | undefined> {
      const found = await campaigns.find(year, token);
      if (!found) return undefined;
      const id = `${year}:${token}`;
      const challengeId = found.associates[0]?.socialChallenges[0] ?? 'others';
      const { image } = found.campaign;
      const cloth = { id, challengeId };
      return image ? withPhotograph(cloth, image.image, address) : ofCloth(cloth, address);
    },

    /** Preview of a public pledge: its first picture, or else its organisation's. */
    async ofPledge(id: string, address: string): Promise<Buffer | undefined> {
      const pledge = await pledges.find(id);
      if (!pledge) return undefined;
      const { associateId, socialChallengeId } = pledge.donation;
      const challengeId = socialChallengeIds.find((known) => known === socialChallengeId);
      const cloth = (await clothOf(associateId)) ?? {
        id: associateId || socialChallengeId,
        challengeId: challengeId ?? 'others',
      };
      const [item] = pledge.items;
      return item ? withPhotograph(cloth, item.image, address) : ofCloth(cloth, address);
    },
  };
};
