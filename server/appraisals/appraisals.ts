import { imagePath } from '#domain/images/shown-image.ts';
import type { Person } from '#server/actor.ts';
import { auditedList } from '#server/audit/audited-list.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { StoredImage } from '#server/images/images.ts';
import { appraisalList } from './appraisal-list.ts';
import { bonusRules } from './bonus-rules.ts';
import { readAppraisal } from './draft-facts.ts';
import { draftItems } from './draft-items.ts';
import { draftSteps } from './draft-steps.ts';
import { priceSuggestions } from './price-suggestions.ts';

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
