import { version } from './version.server.ts';

/** Refusal of a database migrated by a later version; it was not changed. */
export function laterDatabase(writtenBy: string | undefined): Error {
  const [ja, en] = writtenBy
    ? [`たすき${writtenBy}`, `Tasuki ${writtenBy}`]
    : ['より新しい版のたすき', 'a newer version of Tasuki'];
  return new Error(
    `このデータベースは、${ja}が更新したものです。この版（${version}）では使えません（何も変更していません）。更新した版か、それより新しい版で起動してください。この版に戻すときは、更新する前のバックアップのデータベースを使ってください。` +
      ` / This database was brought up to date by ${en}; this version (${version}) cannot use it, and changed nothing in it. Start that version or a newer one; to go back to this one, use a backup from before the update.`,
  );
}
