import type { OverlayOptions } from 'sharp';
import type { Pledge } from '#giving/pledges/pledge.ts';
import type { Drawings } from '#kit/images/drawings.server.ts';
import type { ImageFile } from '#kit/images/images.server.ts';
import { loadSharp } from '#kit/images/load-sharp.server.ts';
import { boldFontFile } from '#kit/papers/paper.server.ts';
import { arrivalWords } from '#money/ledger/arrival-words.ts';
import type { Associate } from '#organisations/associates/associate.ts';
import { coverOf, wovenCover } from '#organisations/associates/woven-cover.ts';
import {
  type SocialChallengeId,
  socialChallengeIds,
} from '#organisations/challenges/social-challenge.ts';
import { motifShapes } from './motif-shapes.server.ts';

const width = 1200;
const height = 630;
const paper = '#fffefb';
const thread = '#e79c8b';
const ink = '#3d2b24';
/** Logo, 48 × 48, from public/favicon.svg. */
const mark =
  '<path d="M21 25 11 41l6.5-.8L21.5 45 27 26Z" fill="#a93621"/><path d="M27 25 37 41l-6.5-.8L26.5 45 21 26Z" fill="#c8452e"/><path d="M24 20C19 9 6 5.5 4 13s10 14 20 10ZM24 20C29 9 42 5.5 44 13S34 27 24 23Z" fill="#c8452e"/><path d="M20 20.3C16 13.5 9.5 11 8.6 14.2S13.5 20.8 20 20.3ZM28 20.3C32 13.5 38.5 11 39.4 14.2S34.5 20.8 28 20.3Z" fill="#a93621"/><rect x="18.5" y="15.5" width="11" height="12" rx="4.5" fill="#c8452e" stroke="#fff" stroke-width="1.6"/><path d="M24 18.2v6.8M18.4 30.5 14 38.5M29.6 30.5 34 38.5" stroke="#f5b83d" stroke-width="1.7" stroke-dasharray="2.5 1.9" stroke-linecap="round" fill="none"/>';

/** Owner of the cover used as background: an organisation, or a fund by the id of its challenge. */
type Cloth = {
  id: string;
  challengeId: SocialChallengeId;
  /** What arrives at the organisation under today's agreement; '' for other owners. */
  arrival: string;
};

const document = (shapes: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${shapes}</svg>`,
  );

const badge =
  `<circle cx="1104" cy="534" r="60" fill="${paper}"/>` +
  `<svg x="1060" y="490" width="88" height="88" viewBox="0 0 48 48">${mark}</svg>`;

function motifPatch(cloth: Cloth): string {
  const shapes = motifShapes[cloth.challengeId][coverOf(cloth).motif];
  return (
    `<circle cx="600" cy="315" r="212" fill="${paper}"/>` +
    `<circle cx="600" cy="315" r="192" fill="none" stroke="${thread}" stroke-width="5" stroke-dasharray="16 10"/>` +
    `<svg x="488" y="203" width="224" height="224" viewBox="0 0 32 32">${shapes}</svg>`
  );
}

/** Frame of the photograph on the cover, in pixels. */
const photo = { left: 250, top: 60, width: 700, height: 510 };

const photoFrame =
  `<rect x="${photo.left - 18}" y="${photo.top - 18}" width="${photo.width + 36}" height="${photo.height + 36}" rx="28" fill="${paper}"/>` +
  `<rect x="${photo.left - 8}" y="${photo.top - 8}" width="${photo.width + 16}" height="${photo.height + 16}" rx="18" fill="none" stroke="${thread}" stroke-width="4" stroke-dasharray="14 9"/>`;

/** The line on what arrives, on a ribbon at the lower left; the font is the papers', so that none must be installed. */
async function arrivalRibbon(arrival: string): Promise<OverlayOptions[]> {
  if (arrival === '') return [];
  const sharp = await loadSharp();
  const { data, info } = await sharp({
    text: {
      ...{ text: `<span foreground="${ink}">${arrival}</span>`, rgba: true },
      ...{ font: 'Noto Sans JP Bold 30', fontfile: boldFontFile, dpi: 108 },
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const ribbon = `<rect x="36" y="506" width="${info.width + 72}" height="88" rx="44" fill="${paper}"/>`;
  return [
    { input: document(ribbon), left: 0, top: 0 },
    { input: data, left: 72, top: 550 - Math.round(info.height / 2) },
  ];
}

/**
 * Draws a link preview as PNG, 1200 × 630 px: the woven cover with the photograph or, without one, the cover's motif,
 * and the line on what arrives. All other text is shown beside the picture.
 */
async function drawPreview(cloth: Cloth, photograph?: Buffer): Promise<Buffer> {
  const layers = photograph
    ? [
        { input: document(photoFrame), left: 0, top: 0 },
        { input: await rounded(photograph), left: photo.left, top: photo.top },
        { input: document(badge), left: 0, top: 0 },
      ]
    : [{ input: document(motifPatch(cloth) + badge), left: 0, top: 0 }];
  const sharp = await loadSharp();
  const drawn = sharp(Buffer.from(wovenCover(cloth)), { density: 72 * (width / 480) * 1.1 })
    .resize(width, height, { fit: 'cover' })
    .composite([...layers, ...(await arrivalRibbon(cloth.arrival))]);
  return drawn.png({ palette: true, quality: 85 }).toBuffer();
}

async function rounded(photograph: Buffer): Promise<Buffer> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${photo.width}" height="${photo.height}"><rect width="100%" height="100%" rx="14"/></svg>`;
  const sharp = await loadSharp();
  return sharp(photograph)
    .resize(photo.width, photo.height, { fit: 'cover' })
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer();
}

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
      associate && {
        id: associate.id,
        challengeId: associate.socialChallenges[0] ?? 'others',
        arrival: arrivalWords(associate.terms),
      }
    );
  }

  const factsOf = (cloth: Cloth) => {
    const { pattern, tint, motif } = coverOf(cloth);
    return ['preview', `${pattern} ${tint} ${motif}`, cloth.challengeId, cloth.arrival];
  };

  /** Organisations with the same cover and agreement share pictures. */
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
      const cloth = { id, challengeId, arrival: '' };
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
        arrival: '',
      };
      const [item] = pledge.items;
      // Photographs are of a gift that was given under the agreement of its own day.
      return item
        ? withPhotograph({ ...cloth, arrival: '' }, item.image, address)
        : ofCloth(cloth, address);
    },
  };
};
