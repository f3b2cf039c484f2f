import type { Person } from '#kit/actor.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { StoredImage } from '#kit/images/images.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { appraisalList } from './appraisal-list.server.ts';
import { bonusRules } from './bonus-rules.server.ts';
import { readAppraisal } from './draft-facts.server.ts';
import { draftItems } from './draft-items.server.ts';
import { draftSteps } from './draft-steps.server.ts';
import { priceSuggestions } from './price-suggestions.server.ts';

type AppraisalDeps = Pick<Dependencies, 'db' | 'clock'> & {
  /** Signs links to private pictures. */
  signed: (path: string) => string;
  images: { keep(bytes: Buffer, of: { kind: 'appraisal-item' }): Promise<StoredImage> };
};

/** On-site appraisals: received goods, drafts, and their results. */
export const appraisals = (dependencies: AppraisalDeps) => {
  const { db, images, signed } = dependencies;
  const read = (person: Person, appraisalId: string) =>
    readAppraisal(db, person, appraisalId, dependencies);

  return {
    list: auditedList(dependencies, appraisalList),
    read,
    items: draftItems(dependencies),
    steps: draftSteps(dependencies),
    prices: priceSuggestions(dependencies),
    bonusRules: bonusRules(dependencies).versions,

    /** Stores a picture for an item. Refuses like images.keep. */
    async keepPicture(bytes: Buffer): Promise<{ imageId: string; image: string }> {
      const { id } = await images.keep(bytes, { kind: 'appraisal-item' });
      return { imageId: id, image: signed(imagePath(id)) };
    },
  };
};
