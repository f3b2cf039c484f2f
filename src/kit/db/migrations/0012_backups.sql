CREATE TABLE "backups" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"state" text NOT NULL,
	"destination" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"files" integer DEFAULT 0 NOT NULL,
	"error" text,
	"proven_at" timestamp (3) with time zone,
	"proof" text,
	"proof_ms" integer,
	CONSTRAINT "backups_state" CHECK ("backups"."state" in ('running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "backups_started" ON "backups" USING btree ("started_at");