CREATE TABLE "file_removals" (
	"name" text PRIMARY KEY NOT NULL
);
