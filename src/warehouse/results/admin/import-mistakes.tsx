import { apiResponse } from '#kit/client/api.ts';
import { addressOf } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#kit/ui/save-file.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { ImportError, ResultImport } from '#warehouse/results/result-import.ts';
import { errorLine, faultyFiles, isReadable } from './import-facts.ts';
import { formOf, type UploadedFiles } from './uploaded-files.ts';

const shownAtOnce = 10;

/** All errors by row and column, and the faulty rows as a file to correct. */
export function ImportMistakes({
  files,
  answer,
  isWritten = false,
}: {
  files: UploadedFiles;
  answer: ResultImport;
  /** True if the valid rows were imported. */
  isWritten?: boolean;
}) {
  const { errors, errorsTotal, rejected } = answer;
  const download = useSubmission(async (file: ImportError['file']) => {
    const query = { file, accept: isWritten ? ('good' as const) : undefined };
    const response = await apiResponse(
      addressOf('POST /api/csv/appraisal-result/errors', { query }),
      { body: formOf(files) },
    );
    saveFile(await response.blob(), fileNameOf(response, 'errors.csv'));
  });
  const unlistedCount = errorsTotal - errors.length;
  return (
    <>
      <div role="alert" className="rounded-xl border-2 border-error bg-error-soft px-4 py-3">
        <h3 className="font-sans text-base text-error">
          {isReadable(answer)
            ? `${formatYen(rejected)}行に確認が必要な点があります`
            : 'ファイルに確認が必要な点があります'}
          {isWritten ? '（受け付けていません）' : '（まだ何も保存していません）'}
        </h3>
        <Lines errors={errors.slice(0, shownAtOnce)} />
      </div>
      {errors.length > shownAtOnce && (
        <Disclosure summary={`ほかの${formatYen(errors.length - shownAtOnce)}か所を見る`}>
          <Lines errors={errors.slice(shownAtOnce)} />
          {unlistedCount > 0 && (
            <p className="mt-2 text-ink-2">
              このほか{formatYen(unlistedCount)}か所は、ダウンロードしたファイルでご確認ください。
            </p>
          )}
        </Disclosure>
      )}
      <p className="text-sm text-ink-2">
        {isWritten
          ? 'ダウンロードしたファイルを直して、もう一度ためし読みしてください。待っている取り込みに加えられます。'
          : 'ファイルを直して、もう一度ためし読みしてください。正しい行だけを先に受け付けることもできます。'}
      </p>
      <SubmitError message={download.message} />
      <div className="flex flex-wrap gap-2.5">
        {isReadable(answer) &&
          faultyFiles(errors).map((file) => (
            <Button
              key={file}
              variant="outline"
              size="small"
              isBusy={download.isPending}
              onClick={() => download.send(file)}
            >
              <Icon name="download" className="size-4" />
              {file === 'csv'
                ? '確認が必要な行をダウンロード'
                : '明細の確認が必要な行をダウンロード'}
            </Button>
          ))}
      </div>
    </>
  );
}

function Lines({ errors }: { errors: readonly ImportError[] }) {
  return (
    <ul className="mt-1">
      {errors.map((error) => (
        <li key={`${error.file} ${error.row} ${error.column} ${error.message}`} className="py-0.5">
          {errorLine(error)}
        </li>
      ))}
    </ul>
  );
}
