import * as z from 'zod/mini';
import { imageRefusals, imageTypes, maxImageBytes } from '#kit/images/image.ts';
import { paperKinds, sameKindMessage } from './identity-check.ts';
import type { PapersRequest } from './identity-check-schema.ts';

/** The accepted types of a file input; phones then convert to JPEG. */
export const paperTypes = [...imageTypes, 'application/pdf'].join(',');

/** The message names the paper, because the error summary lists it too. */
const paperFile = (name: string) =>
  z.instanceof(File, { error: `${name}の写真かPDFを選んでください。` }).check(
    z.refine(
      (file) => file.size <= maxImageBytes,
      imageRefusals.tooLarge.replaceAll('画像', 'ファイル'),
    ),
    z.refine((file) => file.size > 0, 'このファイルは空です。別のファイルを選んでください。'),
    z.refine((file) => !/^image\/hei[cf]/.test(file.type) && !/\.hei[cf]$/i.test(file.name), {
      error: imageRefusals.heic,
      abort: true,
    }),
    z.refine(
      (file) => file.type === '' || paperTypes.split(',').includes(file.type),
      `${name}は、JPEG・PNG・WebPの画像かPDFを選んでください。ほかの形式は使えません。`,
    ),
  );

const chosenPaper = (name: string) =>
  z.object({
    kind: z.enum(paperKinds, `${name}の書類の種類を選んでください。`),
    front: paperFile(name),
    back: z.nullable(paperFile(`${name}の裏面`)),
  });

/** The two papers as chosen on the form. */
export const ChosenPapers = z.object({
  papers: z.tuple([chosenPaper('1点目'), chosenPaper('2点目')]).check(
    z.refine(([first, second]) => first.kind !== second.kind, {
      path: [1, 'kind'],
      message: sameKindMessage,
    }),
  ),
});
export type ChosenPapers = z.infer<typeof ChosenPapers>;

type UnchosenPaper = {
  kind: PapersRequest['papers'][number]['kind'] | '';
  front: File | null;
  back: File | null;
};
const unchosen: UnchosenPaper = { kind: '', front: null, back: null };
export const nothingChosen: { papers: UnchosenPaper[] } = { papers: [unchosen, unchosen] };

/** The multipart form of the papers: their kinds, then their files, fronts before backs. */
export function papersForm(
  { papers }: ChosenPapers,
  proof: { appraisalId: string; token?: string | undefined },
): FormData {
  const request: PapersRequest = {
    ...proof,
    papers: papers.map(({ kind, back }) => ({ kind, files: back ? 2 : 1 })),
  };
  const body = new FormData();
  body.append('papers', JSON.stringify(request));
  for (const { front, back } of papers) {
    for (const file of [front, back]) if (file) body.append('image', file, 'paper');
  }
  return body;
}
