/** Refusal of a database made by a version before 0.9.0; it was not changed. */
export const earlierDatabase = () =>
  new Error(
    'このデータベースは0.9.0より前の版で作られたもので、この版では使えません（何も変更していません）。データは、作った版のプログラムで起動し、管理画面の一覧からCSVで保存して取り出してください（DATABASE_URLのデータベースは、pg_dumpでも保存できます）。この版は、空のデータベースか新しいDATA_DIRで始められます。' +
      ' / This database was made by a version before 0.9.0, which this version cannot use; nothing in it was changed. To get its data out, start the version that made it and save the lists of the admin pages as CSV (a database named by DATABASE_URL can also be saved with pg_dump). Start this version with an empty database or a new DATA_DIR.',
  );
