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
            <source>%1 cores</source>
            <translation>%1 核</translation>
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
            <translation>有普通用户可读取的功耗计时，这里会有数据。</translation>
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
            <source>The reply's figures could not be kept: %1</source>
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
            <source>%1, mean</source>
            <translation>%1，平均</translation>
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
            <source>Told to the model at the start of every chat; empty for the model's own.</source>
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
            <source>The %1 did this reply, by the engine's report: %2 of %3 layers on %4. Its load was not measured.</source>
            <translation>据引擎报告，这条回复由 %1 完成：%2/%3 层在 %4 上。其负载未测量。</translation>
        </message>
        <message>
            <source>%2 of %3 layers are on %4, but the %1's meter shows %5: this system may not see its work.</source>
            <translation>%2/%3 层在 %4 上，但 %1 的计量显示 %5：本系统可能看不到它的工作。</translation>
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
            <source>The CPU did this reply: none of the %3 layers is on the %1.</source>
            <translation>这条回复由 CPU 完成：%3 层中没有一层在 %1 上。</translation>
        </message>
        <message>
            <source>The CPU did this reply: the %1 stayed at %5 and the CPU was at %6, though %2 of %3 layers are on %4.</source>
            <translation>这条回复由 CPU 完成：%1 停在 %5，CPU 为 %6，尽管 %2/%3 层在 %4 上。</translation>
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
