"""What is said of model files, the store and the disk."""

from ..language import QT_TRANSLATE_NOOP

SENTENCES = (
    QT_TRANSLATE_NOOP("Sentences", "The models cannot be moved while downloads are open."),
    QT_TRANSLATE_NOOP("Sentences", "Let the downloads end, or cancel them; then move the models."),
    QT_TRANSLATE_NOOP("Sentences", "%1 did not answer within %2 seconds."),
    QT_TRANSLATE_NOOP("Sentences", "It was tried with a short text, and the engine was ended then."),
    QT_TRANSLATE_NOOP("Sentences", "Choose another model, or a smaller one."),
    QT_TRANSLATE_NOOP("Sentences", "%1 does not see with this vision part."),
    QT_TRANSLATE_NOOP("Sentences", "Choose the part that belongs to it."),
    QT_TRANSLATE_NOOP("Sentences", "the bytes of %1 are not the promised ones"),
    QT_TRANSLATE_NOOP("Sentences", "files are missing or are not whole"),
    QT_TRANSLATE_NOOP("Sentences", "there is no manifest beside the files"),
    QT_TRANSLATE_NOOP("Sentences", "%1 is a folder."),
    QT_TRANSLATE_NOOP("Sentences", "Choose the .gguf file of a model in it."),
    QT_TRANSLATE_NOOP("Sentences", "There is no file %1."),
    QT_TRANSLATE_NOOP("Sentences", "Check the path of the model file."),
    QT_TRANSLATE_NOOP("Sentences", "%1 cannot be used."),
    QT_TRANSLATE_NOOP("Sentences", "%1 cannot be read."),
    QT_TRANSLATE_NOOP("Sentences", "It is a language model, and no vision or audio part of one."),
    QT_TRANSLATE_NOOP("Sentences", "Choose the file whose name contains 'mmproj'."),
    QT_TRANSLATE_NOOP("Sentences", "Several projectors go with %1."),
    QT_TRANSLATE_NOOP("Sentences", "Found: %1."),
    QT_TRANSLATE_NOOP("Sentences", "Name the one to use."),
    QT_TRANSLATE_NOOP("Sentences", "No projector beside %1 seems to go with it."),
    QT_TRANSLATE_NOOP(
        "Sentences", "The model reads vectors of %1 numbers; what lies beside it makes others: %2."
    ),
    QT_TRANSLATE_NOOP("Sentences", "Get the projector (mmproj) that was made for this model."),
    # what kind of file it is
    QT_TRANSLATE_NOOP("Sentences", "The file is empty."),
    QT_TRANSLATE_NOOP("Sentences", "The file could not be read."),
    QT_TRANSLATE_NOOP("Sentences", "This is a folder and not a file."),
    QT_TRANSLATE_NOOP("Sentences", "Choose the .gguf file in it."),
    QT_TRANSLATE_NOOP(
        "Sentences",
        "This is a Git LFS pointer, a few lines of text that stand in for the model, and not the "
        "model itself.",
    ),
    QT_TRANSLATE_NOOP(
        "Sentences", "Run 'git lfs pull' in the repository, or download the file from its page."
    ),
    QT_TRANSLATE_NOOP(
        "Sentences", "This is a ZIP archive (or a PyTorch file, which is one too) and not a GGUF file."
    ),
    QT_TRANSLATE_NOOP("Sentences", "This is a %1 archive and not a GGUF file."),
    QT_TRANSLATE_NOOP("Sentences", "This is an XZ archive and not a GGUF file."),
    QT_TRANSLATE_NOOP("Sentences", "Unpack the archive and choose the .gguf file in it."),
    QT_TRANSLATE_NOOP("Sentences", "This is a safetensors file; only GGUF files can be loaded."),
    QT_TRANSLATE_NOOP(
        "Sentences", "This is a Python pickle (old PyTorch weights); only GGUF files can be loaded."
    ),
    QT_TRANSLATE_NOOP("Sentences", "Convert it to GGUF, or download the GGUF version of this model."),
    QT_TRANSLATE_NOOP("Sentences", "This GGUF file was written for big-endian machines."),
    QT_TRANSLATE_NOOP("Sentences", "Get the little-endian version of the file."),
    QT_TRANSLATE_NOOP("Sentences", "This file has the old %1 format."),
    QT_TRANSLATE_NOOP("Sentences", "This file is a LoRA adapter of the old GGLA format."),
    QT_TRANSLATE_NOOP(
        "Sentences",
        "Files of this format, of 2023, cannot be loaded any more: get a newer conversion of the model.",
    ),
    QT_TRANSLATE_NOOP(
        "Sentences",
        "The file starts with nothing but zeros: its space was reserved, but the download never filled it.",
    ),
    QT_TRANSLATE_NOOP(
        "Sentences",
        "This is a web page that was saved under a model's name, perhaps a sign-in or an error page.",
    ),
    QT_TRANSLATE_NOOP(
        "Sentences",
        "Open the download link in a browser, sign in if it asks for it, and download the file again.",
    ),
    QT_TRANSLATE_NOOP("Sentences", "This is a text file and not a GGUF file; it starts with %1."),
    QT_TRANSLATE_NOOP("Sentences", "This is not a GGUF file: it starts with the bytes %1 instead of 'GGUF'."),
    QT_TRANSLATE_NOOP(
        "Sentences", "Choose a file that ends in .gguf, or download the GGUF version of this model."
    ),
    QT_TRANSLATE_NOOP("Sentences", "Check the disk or the network drive that holds the file, and try again."),
    QT_TRANSLATE_NOOP(
        "Sentences", "Download the file again; if that does not help, it is broken at its source."
    ),
    QT_TRANSLATE_NOOP(
        "Sentences", "Get the model from another source, or ask its publisher to correct the file."
    ),
    # what is wrong with a GGUF file
    QT_TRANSLATE_NOOP(
        "Sentences",
        "The file is cut off: it has %1 but its weights need %2, so %3 are missing. The download is "
        "not complete.",
    ),
    QT_TRANSLATE_NOOP(
        "Sentences",
        "The file ends too early: %1 needs %2, but only %3 follow. The download is not complete, or "
        "the file is damaged.",
    ),
    QT_TRANSLATE_NOOP("Sentences", "The file could not be read at byte %1."),
    QT_TRANSLATE_NOOP(
        "Sentences", "The header announces %1, more than the file can hold. It is incomplete or damaged."
    ),
    QT_TRANSLATE_NOOP("Sentences", "This is GGUF version %1; versions %2 and %3 can be read."),
    QT_TRANSLATE_NOOP("Sentences", "Get a newer conversion of the model; this one uses a format of 2023."),
    QT_TRANSLATE_NOOP("Sentences", "Update this program, or get the file again: it may be damaged."),
    QT_TRANSLATE_NOOP("Sentences", "Update this program, or choose another model."),
    QT_TRANSLATE_NOOP("Sentences", "Update this program, or get a newer conversion of the model."),
    QT_TRANSLATE_NOOP("Sentences", "The metadata key %1 stands twice; programs would read different models."),
    QT_TRANSLATE_NOOP("Sentences", "The tensor %1 stands twice; programs would read different models."),
    QT_TRANSLATE_NOOP("Sentences", "The metadata is longer than %1; no model needs that much."),
    QT_TRANSLATE_NOOP(
        "Sentences", "The tensor %1 has the format number %2, which is unknown or was withdrawn."
    ),
    QT_TRANSLATE_NOOP("Sentences", "The tensor %1 has %2 dimensions; 1 to 4 are allowed."),
    QT_TRANSLATE_NOOP("Sentences", "The tensor %1 is larger than any memory."),
    QT_TRANSLATE_NOOP("Sentences", "The tensor %1 is larger than any file."),
    QT_TRANSLATE_NOOP("Sentences", "The tensors up to %1 are larger than any file."),
    QT_TRANSLATE_NOOP("Sentences", "The tensors are larger than any file."),
    QT_TRANSLATE_NOOP(
        "Sentences", "The data of the tensor %1 should start at %2 but is said to start at %3."
    ),
    QT_TRANSLATE_NOOP("Sentences", "The file does not say which architecture the model has."),
    QT_TRANSLATE_NOOP("Sentences", "This version of the engine cannot run the architecture %1."),
    QT_TRANSLATE_NOOP("Sentences", "This is a LoRA adapter, which changes a model but is none itself."),
    QT_TRANSLATE_NOOP("Sentences", "Choose the GGUF file of the model that the adapter was made for."),
    QT_TRANSLATE_NOOP(
        "Sentences", "This is an importance matrix, a helper file for quantizing models, and not a model."
    ),
    QT_TRANSLATE_NOOP("Sentences", "Choose the GGUF file of the model itself."),
    QT_TRANSLATE_NOOP(
        "Sentences", "This is the vision (or audio) part of a model and cannot answer on its own."
    ),
    QT_TRANSLATE_NOOP("Sentences", "Load it together with the language model that it belongs to."),
    QT_TRANSLATE_NOOP("Sentences", "This is a language model (%1) and no vision part."),
    QT_TRANSLATE_NOOP("Sentences", "The file does not have %1, which every language model needs."),
    QT_TRANSLATE_NOOP("Sentences", "The value of %1 is %2; it must be between %3 and %4."),
    QT_TRANSLATE_NOOP("Sentences", "The file holds no weights, only metadata (a vocabulary, perhaps)."),
    QT_TRANSLATE_NOOP("Sentences", "The file has a tokenizer but no tokens."),
    QT_TRANSLATE_NOOP("Sentences", "The vocabulary has %1 tokens, but there are embeddings for %2."),
    QT_TRANSLATE_NOOP("Sentences", "The model has %1 parts and %2 of them are not in the folder: %3."),
    QT_TRANSLATE_NOOP("Sentences", "Download all parts into one folder and open the first one."),
    QT_TRANSLATE_NOOP("Sentences", "This is part %1 of %2 of a model."),
    QT_TRANSLATE_NOOP("Sentences", "Open the first part, %1."),
    QT_TRANSLATE_NOOP("Sentences", "The part %1 cannot be read."),
    QT_TRANSLATE_NOOP("Sentences", "The part %1 belongs to another model (%2)."),
    QT_TRANSLATE_NOOP("Sentences", "The file %1 says of itself that it is another part; it was renamed."),
    QT_TRANSLATE_NOOP("Sentences", "%1 is an embedding model and cannot chat."),
    QT_TRANSLATE_NOOP(
        "Sentences", "It turns a text into numbers by which texts are found and compared, and writes none."
    ),
    QT_TRANSLATE_NOOP("Sentences", "Choose a language model for the chat."),
    # what the last start did not survive
    QT_TRANSLATE_NOOP("Sentences", "%1 was not opened at the start."),
    QT_TRANSLATE_NOOP("Sentences", "The app or its engine ended while it was being loaded the last time."),
    QT_TRANSLATE_NOOP("Sentences", "Open it all the same, choose another device, or choose another model."),
    # room on the disk
    QT_TRANSLATE_NOOP("Sentences", "There is not enough room on the disk."),
    QT_TRANSLATE_NOOP("Sentences", "%1 MB are needed and 1 GiB must stay free; %2 MB are free."),
    QT_TRANSLATE_NOOP("Sentences", "Make room on the disk of %1."),
    QT_TRANSLATE_NOOP("Sentences", "The disk is full."),
    QT_TRANSLATE_NOOP("Sentences", "The file cannot be written."),
    QT_TRANSLATE_NOOP("Sentences", "Make room and try again; what has arrived is kept."),
    QT_TRANSLATE_NOOP("Sentences", "Check the folder's permissions."),
    # the store
    QT_TRANSLATE_NOOP("Sentences", "'%1' is not in the model store."),
    QT_TRANSLATE_NOOP("Sentences", "Choose one of those that are listed."),
    QT_TRANSLATE_NOOP("Sentences", "'%1' is being downloaded."),
    QT_TRANSLATE_NOOP("Sentences", "Stop that download first."),
    QT_TRANSLATE_NOOP("Sentences", "There are models in %1 already."),
    QT_TRANSLATE_NOOP("Sentences", "Choose an empty folder."),
    QT_TRANSLATE_NOOP("Sentences", "It is not known where '%1' came from."),
    QT_TRANSLATE_NOOP("Sentences", "Remove it, and download it again from a hub."),
    QT_TRANSLATE_NOOP("Sentences", "The list of first models cannot be read."),
)
