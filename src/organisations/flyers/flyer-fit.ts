import type { AssociateDetail, AssociateVision } from '#organisations/associates/associate.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';

// All in points. The sheet is A4 landscape with a cover of 88 mm; this is the room beside it.
const room = { width: 535, height: 538 };
const besideCode = 370;

/** Smallest scale of a flyer's text; at this scale, long texts about the vision are cut. */
const least = 0.64;
const scales = [1, 0.94, 0.88, 0.82, 0.76, 0.7, least];

/**
 * How a flyer's texts fit on its sheet: the scale of all text, whether the name needs smaller type, and whether the
 * vision is cut.
 */
export type FlyerFit = { scale: number; hasLongName: boolean; isBodyCut: boolean };

/** Width of a text, in full-width characters. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (letter > '~' && !/[｡-ﾟ]/.test(letter) ? 1 : 0.62), 0);

/** Lines of a text; no line is quite full. */
const linesOf = (text: string, size: number, width: number) =>
  Math.max(1, Math.ceil((widthOf(text) * size) / (width * 0.95)));

const paragraph = (text: string, size: number, spacing = 1.6, width = room.width) =>
  linesOf(text, size, width) * size * spacing;

/**
 * Chooses the text size so that a flyer fits on its sheet, by estimating its height, since it is printed as the
 * server rendered it. test/e2e/public/flyer.spec.ts checks the result.
 */
export function fitFlyer(associate: AssociateDetail, vision: AssociateVision | null): FlyerFit {
  const hasLongName = linesOf(associate.name, 29, room.width) > 2;
  const scale = scales.find((one) => heightAt(associate, vision, hasLongName, one) <= room.height);
  return { scale: scale ?? least, hasLongName, isBodyCut: scale === undefined };
}

function heightAt(
  { name, summary, description, socialChallenges: ids, ...facts }: AssociateDetail,
  vision: AssociateVision | null,
  hasLongName: boolean,
  scale: number,
): number {
  const size = (points: number) => points * scale;
  const chips = ids.reduce(
    (sum, id) => sum + widthOf(socialChallenges[id].label) * size(11) + 40,
    0,
  );
  const about = vision
    ? paragraph(vision.title, size(18), 1.4) +
      paragraph(vision.body, size(12)) +
      (vision.useOfDonations === ''
        ? 4
        : 27 + paragraph(`ご寄付の使いみち　${vision.useOfDonations}`, size(12), 1.6, 500))
    : paragraph(description, size(12.5));
  const long = [facts.representative, facts.address];
  const factRows = long.reduce(
    (sum, text) => sum + (widthOf(text) * size(10.5) > besideCode / 2 ? 1 : 0),
    1,
  );
  const factLines = long.reduce(
    (sum, text) => sum + linesOf(text, size(10.5), besideCode) - 1,
    factRows,
  );
  /** Includes the line above them on the share that arrives. */
  const steps = 125;
  return (
    size(11.5) * 1.6 * (facts.locations.length > 4 ? 2 : 1) +
    paragraph(name, size(hasLongName ? 21 : 29), 1.3) +
    paragraph(summary, size(14.5)) +
    Math.ceil(chips / room.width) * (size(11) * 1.6 + 9) +
    about +
    Math.max(158, factRows * (size(8.5) * 1.4 + 4) + factLines * size(10.5) * 1.4 + steps) +
    // The gaps between the parts, and the footer.
    90
  );
}
