/**
 * What this libgeniex adds to the GenieX ABI.
 *
 * Every symbol here is optional for a client: it looks each one up and does
 * without where it is absent. Structures carry their size in `size`, which the
 * caller sets to sizeof(the struct) before every call, inputs and outputs alike;
 * a size that is smaller than this header's is INVALID_INPUT.
 *
 * Ownership: whatever an output points to is the caller's, geniex_free() it.
 * A geniex_Run outlives the calls it is attached to and is destroyed last.
 */
#ifndef GENIEX_EXT_H
#define GENIEX_EXT_H

#include "geniex.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of this header's contract, raised with every addition. */
GENIEX_API int32_t geniex_ext_version(void);

/** What stands behind this thread's last failure ("unknown model architecture:
 *  'foo'"), for people; "" when there is nothing to add. Valid until this
 *  thread's next call. */
GENIEX_API const char* geniex_last_error_detail(void);

/** Nanoseconds of the monotonic clock that all timestamps here use
 *  (CLOCK_MONOTONIC on POSIX, the performance counter on Windows). */
GENIEX_API int64_t geniex_monotonic_ns(void);

/* -------------------------------------------------------------------- runs */

/**
 * A run watches and steers blocking calls from other threads: a sticky cancel
 * flag, a buffer of generated text and a buffer of phase events.
 *
 * While a run is attached to a thread, each create and generate call of that
 * thread reports into it and obeys its flag. The engine never waits for a
 * reader. Cancelling makes create answer CANCELLED, and generate end with
 * success, stop_reason "user" and the text so far.
 */
typedef struct geniex_Run geniex_Run;

typedef enum geniex_Phase {
    GENIEX_PHASE_IDLE = 0,
    GENIEX_PHASE_LOAD = 1,
    GENIEX_PHASE_MEDIA_ENCODE = 2,
    GENIEX_PHASE_PREFILL = 3,
    GENIEX_PHASE_DECODE = 4
} geniex_Phase;

typedef enum geniex_PhaseEdge { GENIEX_EDGE_BEGIN = 0, GENIEX_EDGE_PROGRESS = 1, GENIEX_EDGE_END = 2 } geniex_PhaseEdge;

/** done/total: per mille of the weights while loading, pieces of media in media
 *  encode, tokens in prefill, tokens so far and their limit in decode. */
typedef struct geniex_PhaseEvent {
    int32_t phase; /**< geniex_Phase */
    int32_t edge;  /**< geniex_PhaseEdge */
    int64_t done;
    int64_t total;
    int64_t time_ns;
} geniex_PhaseEvent;

/** One piece of reply text: its length in bytes and when it was sampled. */
typedef struct geniex_TextMark {
    int64_t time_ns;
    int64_t length;
} geniex_TextMark;

GENIEX_API int32_t geniex_run_create(geniex_Run** run);
GENIEX_API int32_t geniex_run_destroy(geniex_Run* run);

/** Attaches to the calling thread; NULL detaches. */
GENIEX_API int32_t geniex_run_attach(geniex_Run* run);

/** Raises the cancel flag. Any thread; at once; sticky until reset. */
GENIEX_API int32_t geniex_run_cancel(geniex_Run* run);

/** Clears the flag, the text and the events. */
GENIEX_API int32_t geniex_run_reset(geniex_Run* run);

/** Blocks until text or events wait, or the time is over. 1 = something waits,
 *  0 = timed out, negative = error. */
GENIEX_API int32_t geniex_run_wait(geniex_Run* run, int32_t timeout_ms);

typedef struct geniex_RunRead {
    uint32_t size;
    char* text;                /**< caller's buffer; not NUL-terminated on return */
    int64_t text_capacity;     /**< at least 64 bytes */
    int64_t text_length;       /**< out: bytes written, always whole pieces unless one exceeds the buffer */
    geniex_TextMark* marks;    /**< caller's buffer; may be NULL */
    int32_t mark_capacity;     /**< pieces taken are limited by this too, unless marks is NULL */
    int32_t mark_count;        /**< out */
    geniex_PhaseEvent* events; /**< caller's buffer; may be NULL: events are kept */
    int32_t event_capacity;
    int32_t event_count; /**< out */
} geniex_RunRead;

/** Takes what waits, oldest first. Call again while a count equals its capacity. */
GENIEX_API int32_t geniex_run_read(geniex_Run* run, geniex_RunRead* read);

/* ------------------------------------------------------- tokens and context */

/** Verbatim tokens of a message's content, as the model generated them. */
typedef struct geniex_TokenSpan {
    const int32_t* ids;
    int32_t count; /**< 0 = tokenize the content */
} geniex_TokenSpan;

typedef struct geniex_LlmRenderInput {
    uint32_t size;
    const geniex_LlmChatMessage* messages;
    int32_t message_count;
    const geniex_TokenSpan* contents; /**< [message_count] or NULL */
    const char* tools;
    bool enable_thinking;
    bool add_generation_prompt;
} geniex_LlmRenderInput;

typedef struct geniex_LlmRenderOutput {
    uint32_t size;
    int32_t* ids;
    int32_t count;
    char* text;             /**< the rendered prompt as text */
    char* thinking_start;   /**< tag that opens thinking, or NULL */
    char* thinking_end;     /**< tag that closes it, or NULL */
    bool thinking_open;     /**< the prompt ends inside an open thinking block */
    bool supports_thinking; /**< the template has a switch for it */
} geniex_LlmRenderOutput;

/** Renders messages straight to token ids. Text that stands in a message never
 *  becomes a control token, whatever it spells; the template's own does. */
GENIEX_API int32_t geniex_llm_render(geniex_LLM* handle, const geniex_LlmRenderInput* input,
                                     geniex_LlmRenderOutput* output);

typedef struct geniex_TokenList {
    uint32_t size;
    int32_t* ids; /**< NULL when empty */
    int32_t count;
} geniex_TokenList;

/** Tokenizes `length` bytes of text; nothing is added at its ends. */
GENIEX_API int32_t geniex_llm_tokenize(geniex_LLM* handle, const char* text, int64_t length, bool parse_special,
                                       geniex_TokenList* output);

/** Text of token ids, control tokens included; caller frees `*text`. */
GENIEX_API int32_t geniex_llm_detokenize(geniex_LLM* handle, const int32_t* ids, int32_t count, char** text);

/** The tokens that the KV cache holds. */
GENIEX_API int32_t geniex_llm_get_kv_tokens(geniex_LLM* handle, geniex_TokenList* output);

/** The tokens of the last reply, without the end-of-generation token and without those of half a character at the
 *  end of a reply that was stopped early; empty when the reply's text was cut inside a token (stop sequence). */
GENIEX_API int32_t geniex_llm_get_reply_tokens(geniex_LLM* handle, geniex_TokenList* output);

typedef struct geniex_ContextUse {
    uint32_t size;
    int32_t n_ctx;       /**< tokens that fit */
    int32_t n_used;      /**< tokens held now */
    int32_t n_ctx_train; /**< what the model was trained for */
} geniex_ContextUse;

GENIEX_API int32_t geniex_llm_get_context_use(geniex_LLM* handle, geniex_ContextUse* output);

/* ------------------------------------------------------- images and recordings */

/** A whole conversation to answer; see geniex_vlm_chat(). */
typedef struct geniex_VlmChatInput {
    uint32_t size;
    const geniex_VlmChatMessage* messages; /**< contents: "text", or "image" and "audio" with a path in `text` */
    int32_t message_count;
    const geniex_TokenSpan* contents; /**< [message_count] or NULL; only for messages without media */
    const char* tools;
    bool enable_thinking;
    bool grounding;
    const geniex_GenerationConfig* config; /**< without image_paths and audio_paths; NULL = defaults */
    geniex_token_callback on_token;
    void* user_data;
} geniex_VlmChatInput;

/** Renders messages, finds out what of them the KV cache holds and generates a
 *  reply. Media stand where they are in their message and are known again by
 *  their bytes. As in geniex_llm_render(), no message's text becomes a control
 *  token. If the last message is the assistant's, it is gone on with: what is
 *  generated is its rest. Answers as geniex_vlm_generate() does. */
GENIEX_API int32_t geniex_vlm_chat(geniex_VLM* handle, const geniex_VlmChatInput* input,
                                   geniex_VlmGenerateOutput* output);

/** As their namesakes for a geniex_LLM. */
GENIEX_API int32_t geniex_vlm_tokenize(geniex_VLM* handle, const char* text, int64_t length, bool parse_special,
                                       geniex_TokenList* output);
GENIEX_API int32_t geniex_vlm_get_reply_tokens(geniex_VLM* handle, geniex_TokenList* output);
GENIEX_API int32_t geniex_vlm_get_context_use(geniex_VLM* handle, geniex_ContextUse* output);
GENIEX_API int32_t geniex_vlm_get_placement(geniex_VLM* handle, char** json);

/* -------------------------------------------------------------- diagnostics */

/**
 * Where the model lives, as JSON; caller frees `*json`:
 * {"plugin": str, "version": str, "model": {"description": str, "parameters": int, "bytes": int, "layers": int},
 *  "devices": [{"id": str, "name": str, "kind": "cpu"|"gpu"|"npu"|"accelerator", "layers": int}],
 *  "layers": [{"index": int, "device": str}],
 *  "buffers": [{"device": str, "buffer": str, "use": "model"|"kv"|"compute", "bytes": int}],
 *  "kv": {"type_k": str, "type_v": str, "bytes": int, "n_ctx": int},
 *  "graph": {"splits": int, "nodes": int}, "fallback_ops": [{"op": str, "count": int}],
 *  "threads": {"decode": int, "prefill": int}, "flash_attention": bool}
 * A member that the plugin cannot know is null.
 */
GENIEX_API int32_t geniex_llm_get_placement(geniex_LLM* handle, char** json);

typedef struct geniex_PluginFailure {
    char* directory; /**< name of the plugin's folder */
    char* reason;    /**< the loader's own text */
} geniex_PluginFailure;

typedef struct geniex_PluginFailureList {
    uint32_t size;
    geniex_PluginFailure* failures; /**< free with geniex_plugin_failures_free() */
    int32_t count;
} geniex_PluginFailureList;

GENIEX_API int32_t geniex_get_plugin_failures(geniex_PluginFailureList* output);
GENIEX_API void geniex_plugin_failures_free(geniex_PluginFailureList* output);

/* --------------------------------------------------------------- inspection */

/**
 * Reads a GGUF file's header within fixed limits of time and memory and tells
 * what is wrong with it, as JSON; caller frees `*json`:
 * {"fatal": [{"code": str, "message": str, "where": str, "remedy": str}], "warning": [same], "facts": {…}}.
 * 0 also for a file with fatal findings; FILE_NOT_FOUND when it cannot be
 * opened. Needs no geniex_init().
 */
GENIEX_API int32_t geniex_gguf_inspect(const char* path, char** json);

/** Copies up to `length` bytes at `offset` into `buffer`; answers how many, fewer only at the end, or a negative
 *  number when they cannot be had. */
typedef int64_t (*geniex_read_bytes)(void* context, uint64_t offset, void* buffer, uint64_t length);

/** A file that lies somewhere else, on a server for example. */
typedef struct geniex_ByteSource {
    uint32_t size;
    uint64_t file_bytes;
    geniex_read_bytes read; /**< called on the inspecting thread only, mostly forward */
    void* context;
} geniex_ByteSource;

/**
 * geniex_gguf_inspect() for a file that is not on this machine's disk. Only the header is read, in pieces of up to
 * 64 KiB. Of a split model it judges this one part. A failed read is a fatal finding "read_failed".
 */
GENIEX_API int32_t geniex_gguf_inspect_source(const geniex_ByteSource* source, char** json);

/* -------------------------------------------------------------- model store */

/**
 * Everything in the store that geniex_model_init() opened, also what is not
 * whole, as JSON; caller frees `*json`:
 * {"models": [{"name": str, "folder": str, "state": "ready" | "incomplete" | "broken", "problem": str,
 *   "plugin_id": str, "model_name": str, "type": "llm" | "vlm", "files": [file], "pending": [file]}]}
 * file: {"name": str, "role": "model" | "part" | "projector" | "tokenizer" | "extra", "quant": str,
 *   "size": int, "done": int, "path": str}.
 * "files" is what is installed, "pending" what an unfinished download will
 * have; "done" counts bytes, and equals "size" only for a whole file.
 */
GENIEX_API int32_t geniex_store_overview(char** json);

/** A model that could be downloaded. */
typedef struct geniex_StoreRequest {
    uint32_t size;
    const char* name;    /**< "org/repo" */
    const char* quant;   /**< NULL: all */
    int32_t model_type;  /**< geniex_ModelType */
    const char* listing; /**< JSON: {"files": [{"name": str, "size": int}], "texts": {name: content}} with the texts of
                              geniex.json, metadata.json and config.json where the repository has them */
} geniex_StoreRequest;

/** What of a repository is a model, as JSON; caller frees `*json`. The best
 *  quant comes first. Needs no store:
 *  {"name", "model_name", "plugin_id", "type", "projector", "quants": [{"quant": str, "size": int, "file": str}]} */
GENIEX_API int32_t geniex_store_plan(const geniex_StoreRequest* request, char** json);

/**
 * A model that the caller downloads into the store; it holds the model's lock.
 * The model is what it was before until commit. What was written when the
 * download is closed without a commit, or the process dies, is kept and found
 * again by the next one.
 */
typedef struct geniex_StoreDownload geniex_StoreDownload;

/** `*download` is NULL when somebody else is at work on the model. */
GENIEX_API int32_t geniex_store_begin(const geniex_StoreRequest* request, geniex_StoreDownload** download);

/**
 * Where the bytes go, as JSON; caller frees `*json`:
 * {"folder": str, "scratch": str, "origin": str, "files": [{"name", "size", "target", "final", "chunk_size"}]}.
 * Before the first byte of a file the caller creates "<target>.progress" with
 * one zero byte per chunk, and sets each to 1 once its chunk is written.
 * "scratch" is a folder for notes that goes away with the commit; "origin" a
 * file for notes that stays.
 */
GENIEX_API int32_t geniex_store_files(const geniex_StoreDownload* download, char** json);

/** The file at its "final" path is known to be the right one. */
GENIEX_API int32_t geniex_store_keep(geniex_StoreDownload* download, const char* name);

/** Makes the model ready. The caller has checked the bytes; MODEL_INVALID when a file is not whole. */
GENIEX_API int32_t geniex_store_commit(geniex_StoreDownload* download);

/** Gives up the lock; NULL is allowed. */
GENIEX_API int32_t geniex_store_close(geniex_StoreDownload* download);

/** Deletes what an unfinished download left. `*discarded` is false when somebody is at work on the model. */
GENIEX_API int32_t geniex_store_discard(const char* name, bool* discarded);

/** Installs a folder's or a file's model where it lies, without a copy; geniex_model_remove() leaves its files. */
GENIEX_API int32_t geniex_store_refer(const char* name, const char* path, const char* quant, int32_t model_type);

#ifdef __cplusplus
}
#endif

#endif /* GENIEX_EXT_H */
