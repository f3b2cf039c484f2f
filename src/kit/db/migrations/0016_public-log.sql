CREATE TABLE "commitments" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"appraisal_id" text,
	"day" date NOT NULL,
	"hash" text NOT NULL,
	"salt" text,
	"line" text,
	"position" bigint NOT NULL,
	CONSTRAINT "commitments_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "log_checkpoints" (
	"size" bigint PRIMARY KEY NOT NULL,
	"root" text NOT NULL,
	"day" date NOT NULL,
	"generation" integer NOT NULL,
	"note" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_checkpoints_day_unique" UNIQUE("day")
);
--> statement-breakpoint
CREATE TABLE "log_hashes" (
	"level" integer NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "log_hashes_level_position_pk" PRIMARY KEY("level","position")
);
--> statement-breakpoint
CREATE TABLE "log_keys" (
	"verifier" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sealed_seed" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "commitments_gift" ON "commitments" USING btree ("appraisal_id") WHERE "commitments"."appraisal_id" is not null;--> statement-breakpoint
CREATE INDEX "commitments_day" ON "commitments" USING btree ("day");--> statement-breakpoint
CREATE TRIGGER log_hashes_append_only BEFORE UPDATE OR DELETE ON log_hashes FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER log_hashes_not_emptied BEFORE TRUNCATE ON log_hashes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER log_checkpoints_append_only BEFORE UPDATE OR DELETE ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER log_checkpoints_not_emptied BEFORE TRUNCATE ON log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
