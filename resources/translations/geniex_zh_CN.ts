<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
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
    </context>
    <context>
        <name>ChatPane</name>
        <message>
            <source>Open a model first: the box above, or Ctrl+O</source>
            <translation>请先打开模型：点上方的框，或按 Ctrl+O</translation>
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
            <source>Editing: sending makes a new branch</source>
            <translation>正在修改：发送后成为新的分支</translation>
        </message>
        <message>
            <source>Stop editing</source>
            <translation>取消修改</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
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
        <name>Devices</name>
        <message>
            <source>none found here</source>
            <translation>此处未找到</translation>
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
            <source>GPU</source>
            <translation>GPU</translation>
        </message>
        <message>
            <source>CPU</source>
            <translation>CPU</translation>
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
            <source>Loading the model was stopped.</source>
            <translation>模型的加载已停止。</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Use the CPU</source>
            <translation>改用 CPU</translation>
        </message>
        <message>
            <source>Choose another model</source>
            <translation>换一个模型</translation>
        </message>
        <message>
            <source>The computer refused to read or write a file.</source>
            <translation>系统拒绝读写文件。</translation>
        </message>
        <message>
            <source>Something in the app went wrong.</source>
            <translation>应用内部出错了。</translation>
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
            <source>Copied</source>
            <translation>已复制</translation>
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
        <name>Number</name>
        <message>
            <source>automatic</source>
            <translation>自动</translation>
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
            <source>Inside the window's process</source>
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
            <source>Settings</source>
            <translation>设置</translation>
        </message>
    </context>
    <context>
        <name>Strip</name>
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
            <source>%1 of %2</source>
            <translation>%1 / %2</translation>
        </message>
        <message>
            <source>Tokens of this chat that the model holds, of those that fit.</source>
            <translation>模型已保存的本对话词元数，以及能容纳的总数。</translation>
        </message>
        <message>
            <source>The model was trained for %1.</source>
            <translation>模型训练长度为 %1。</translation>
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
    </context>
    <context>
        <name>Transcript</name>
        <message>
            <source>Jump to the latest message</source>
            <translation>跳到最新消息</translation>
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
            <translation>%1 出首词</translation>
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
            <source>interrupted</source>
            <translation>已中断</translation>
        </message>
        <message>
            <source>An error ended this answer before the model was done.</source>
            <translation>模型尚未写完，回答就因错误而结束。</translation>
        </message>
    </context>
</TS>
