import type { StatusRequest } from '#giving/applications/application.ts';
import { apiResponse } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#kit/ui/save-file.ts';

/** Prints the labels of the donor's own cartons. */
export function LabelButton({ proof, boxes }: { proof: StatusRequest; boxes: number }) {
  const download = useSubmission(async (body: StatusRequest) => {
    const response = await apiResponse('/api/applications/label', { body });
    saveFile(await response.blob(), fileNameOf(response, 'label.pdf'));
  });
  return (
    <section aria-label="箱に貼るラベル">
      <p className="font-bold">箱に貼るラベル</p>
      <p className="mt-1 text-sm">
        {boxes > 1
          ? `${boxes}箱分のラベルです。1箱に1枚ずつお貼りください。`
          : 'A4の紙に印刷して、'}
        箱の上の面に貼ってください。どの箱かが、届いてすぐにわかります。
      </p>
      <div className="mt-3 space-y-3">
        <SubmitError message={download.message} />
        <Button
          variant="outline"
          size="small"
          isBusy={download.isPending}
          onClick={() => download.send(proof)}
        >
          <Icon name="download" className="size-4" />
          ラベルをダウンロードする
        </Button>
      </div>
    </section>
  );
}
